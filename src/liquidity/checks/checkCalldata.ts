/**
 * The last check of a transaction: its decoded calldata must match the answer. A mismatch is a bug: it becomes an
 * internal error, and the transaction is not returned.
 */

import { type Address, type Hex, zeroAddress } from 'viem'
import type { ChainFacts } from '#chain/ChainFacts.ts'
import { type Decoded, decode, type Permit } from '#liquidity/calldata/decode.ts'
import { checkFeesOutCalldata } from './checkFeesOutCalldata.ts'
import { checkRewrapCalldata } from './checkRewrapCalldata.ts'
import { checkRouterCalldata } from './checkRouterCalldata.ts'
import { checkSwapCalldata } from './checkSwapCalldata.ts'
import { checkZapOutCalldata } from './checkZapOutCalldata.ts'
import { checkScalars, type Move, type Stated, wrong } from './statedTerms.ts'

export type { Stated }

const CALLER = '0x0000000000000000000000000000000000000001'
const RECIPIENTS = ['recipient', 'owner', 'to'] as const
const RETURNS_REST = new Set(['refundETH', 'SWEEP', 'addLiquidityETH'])
const PAYS_FROM_WALLET = new Set(['SETTLE_PAIR', 'CLOSE_CURRENCY', 'mint', 'increaseLiquidity', 'permitBatch'])
const OPENS_POOL = new Set(['createAndInitializePoolIfNecessary', 'initializePool'])
const DEPOSITS = new Set([
  ...['MINT_POSITION', 'INCREASE_LIQUIDITY', 'mint', 'increaseLiquidity'],
  ...['addLiquidity', 'addLiquidityETH'],
])

/** Throws unless the transaction matches the answer exactly. */
export function checkCalldata(stated: Stated): void {
  if (stated.data.length < 10 || stated.data.length % 2 === 1) throw wrong('data is empty')
  if (!stated.targets.includes(stated.to)) throw wrong(`to is ${stated.to}`)
  const calls = decode(stated.data)
  if (stated.rewrap) checkRewrapCalldata(calls, stated, stated.rewrap)
  else if (stated.zapOut) checkZapOutCalldata(calls, stated, stated.zapOut)
  else if (stated.feesOut) checkFeesOutCalldata(calls, stated, stated.feesOut)
  else if (stated.swap) checkSwapCalldata(calls, stated, stated.swap)
  else if (stated.zap) checkRouterCalldata(calls, stated, stated.zap)
  else checkManagerCalldata(calls, stated)
}

function checkManagerCalldata(calls: readonly Decoded[], stated: Stated): void {
  checkOpening(calls)
  checkRecipients(calls, stated)
  checkScalars(calls, stated)
  for (const move of stated.moves) checkMove(calls, move, stated)
  checkTaken(calls, stated)
  checkValue(calls, stated)
}

// The code of a hook or a token may run while a pool is opened, when no funds of the wallet may be in a contract yet.
function checkOpening(calls: readonly Decoded[]): void {
  const late = calls.slice(1).find(({ name }) => OPENS_POOL.has(name))
  if (late) throw wrong(`${late.name} runs after other calls`)
}

// A v4 currency that nothing takes stays in the pool manager, which then reverts; one that a stranger takes is caught above.
function checkTaken(calls: readonly Decoded[], { moves, isFree, value }: Stated): void {
  const paying = isFree ? calls.find(({ name }) => PAYS_FROM_WALLET.has(name)) : undefined
  if (paying || (isFree && value > 0n)) throw wrong(`${paying?.name ?? 'its value'} takes from the wallet`)
  const taken = calls.filter(({ name }) => name === 'TAKE').map(({ args }) => args['currency'])
  const left = taken.length > 0 && moves.find(({ token }) => !taken.includes(token.toLowerCase()))
  if (left) throw wrong(`${left.token} is not taken`)
}

/** Throws unless an approval lets one of Uniswap's own contracts, or Permit2, spend `most` at most. */
export function checkApprovalCalldata({ to, data }: { to: Address; data: Hex }, facts: ChainFacts, most: bigint): void {
  const [call, ...others] = decode(data)
  if (!call || others.length > 0) throw wrong('an approval is more than one call')
  const { name, args } = call
  if (name === 'permit2Approve' ? to !== facts.permit2 : name !== 'approve') throw wrong(`${name} goes to ${to}`)
  if (!spendersOf(facts).includes(args['spender'] as string)) throw wrong(`${args['spender']} may spend`)
  if ((args['amount'] as bigint) > most) throw wrong(`an approval is for ${args['amount']}`)
}

/** Throws unless an approval lets Universal Router move exactly one v3 position: it serves only the position's owner. */
export function checkPositionApproval({ to, data }: { to: Address; data: Hex }, facts: ChainFacts, id: bigint): void {
  const { v3, universalRouter } = facts.uniswap
  const [call, ...others] = decode(data)
  if (call?.name !== 'approve' || others.length > 0 || to !== v3?.positionManager)
    throw wrong(`an approval goes to ${to}`)
  const { spender, amount } = call.args
  if (spender !== universalRouter?.address.toLowerCase()) throw wrong(`${spender} may move a position`)
  if (amount !== id) throw wrong(`an approval is for position ${amount}`)
}

function spendersOf({ uniswap, permit2 }: ChainFacts): string[] {
  const { v2, v3, v4, universalRouter } = uniswap
  const all = [permit2, v2?.router, v3?.positionManager, v3?.migrator, universalRouter?.address]
  const managers = [v4?.positionManager, v4?.permissionedPositionManager]
  return [...all, ...managers].filter((address) => address !== undefined).map((address) => address.toLowerCase())
}

function checkRecipients(calls: readonly Decoded[], stated: Stated): void {
  for (const call of calls) {
    const stranger = RECIPIENTS.find((field) => !isOwn(call, field, { calls, stated }))
    if (stranger) throw wrong(`${call.name}.${stranger} is ${call.args[stranger]}`)
    if (call.name === 'permitBatch') checkPermit(call.args['batch'] as Permit, stated.to)
  }
}

type Whole = { readonly calls: readonly Decoded[]; readonly stated: Stated }

function isOwn({ name, args }: Decoded, field: string, { calls, stated }: Whole): boolean {
  const recipient = args[field]
  if (recipient === undefined || recipient === stated.wallet.toLowerCase() || recipient === CALLER) return true
  return name === 'collect' && recipient === zeroAddress && isPaidOut(calls, stated)
}

// The v3 manager may hold tokens in between only if the same transaction pays them out.
function isPaidOut(calls: readonly Decoded[], { moves }: Stated): boolean {
  const unswept = new Set(moves.map(({ token }) => token).filter((token) => !sweepOf(calls, token)))
  return unswept.size === 0 || (unswept.size === 1 && has(calls, 'unwrapWETH9'))
}

function sweepOf(calls: readonly Decoded[], token: Address): Decoded | undefined {
  return calls.find(({ name, args }) => name === 'sweepToken' && args['token'] === token.toLowerCase())
}

// A permit in the same transaction may name only the contract the transaction goes to as spender.
function checkPermit({ spender }: Permit, to: Address): void {
  if (spender !== to.toLowerCase()) throw wrong(`the permit is for ${spender}`)
}

// Every stated amount lies within the limits of the calldata; `collect` takes everything owed, so it has none.
function checkMove(calls: readonly Decoded[], move: Move, stated: Stated): void {
  let isHeld = move.isPaid && stated.value > 0n
  for (const call of calls) {
    const { max, desired, min } = FIELDS[sideOf(call, move, stated)]
    if (call.name === 'collect' || move.isPaid !== DEPOSITS.has(call.name)) continue
    const most = (call.args[max] ?? call.args[desired]) as bigint | undefined
    const least = (call.args[min] as bigint | undefined) ?? paidOut(call, calls, move)
    checkMost(call.name, most, move)
    checkLeast(call.name, least, move)
    isHeld ||= (move.isPaid ? most : least) !== undefined
  }
  if (move.limit && !isHeld) throw wrong(`no contract holds ${move.token} to its limit`)
}

// The minimum of a payout by unwrapping and sweeping: the token that is not swept is the one unwrapped.
function paidOut(call: Decoded, calls: readonly Decoded[], { token }: Move): bigint | undefined {
  if (call.name !== 'sweepToken' && call.name !== 'unwrapWETH9') return undefined
  const sweep = sweepOf(calls, token)
  const isOwn = sweep ? call === sweep : call.name === 'unwrapWETH9'
  return isOwn ? (call.args['amountMinimum'] as bigint) : undefined
}

function checkMost(name: string, most: bigint | undefined, { amount, limit, isPaid }: Move): void {
  if (!isPaid || most === undefined) return
  if (amount > most) throw wrong(`${name} may take ${most} at most`)
  if (limit !== undefined && most > limit)
    throw wrong(`${name} may take ${most}, more than the stated maximum of ${limit}`)
}

function checkLeast(name: string, least: bigint | undefined, { amount, limit, isPaid }: Move): void {
  if (least === undefined) return
  if (amount < least) throw wrong(`${name} must move ${least} at least`)
  if (!isPaid && limit !== undefined && least < limit) {
    throw wrong(`${name} may pay ${least}, less than the stated minimum of ${limit}`)
  }
}

type SideName = '0' | '1' | 'A' | 'B' | 'Token' | 'ETH'

const fields = (side: SideName) => ({
  max: `amount${side}Max`,
  desired: `amount${side}Desired`,
  min: `amount${side}Min`,
})
const FIELDS = {
  '0': fields('0'),
  '1': fields('1'),
  A: fields('A'),
  B: fields('B'),
  Token: fields('Token'),
  ETH: fields('ETH'),
}

/** The side by which a call names the token: 0 or 1, A or B, Token or ETH. */
function sideOf({ args }: Decoded, { token }: Move, { moves }: Stated): SideName {
  const wanted = token.toLowerCase()
  if (args['amountTokenMin'] !== undefined) return args['token'] === wanted ? 'Token' : 'ETH'
  if (args['tokenA'] === wanted) return 'A'
  if (args['tokenB'] === wanted) return 'B'
  const isFirst = moves[0]?.token === token
  const own = args[isFirst ? 'token0' : 'token1'] ?? args[isFirst ? 'currency0' : 'currency1'] ?? args['tokenA']
  if (own !== undefined && own !== wanted) throw wrong(`a token is ${own}`)
  return isFirst ? '0' : '1'
}

// Value is sent only to pay a stated amount, and v3 and v4 must return the rest.
function checkValue(calls: readonly Decoded[], { value, moves }: Stated): void {
  if (value === 0n) return
  if (!moves.some(({ isPaid, amount, limit = value }) => isPaid && amount <= value && value <= limit)) {
    throw wrong(`value is ${value}`)
  }
  if (!calls.some(({ name }) => RETURNS_REST.has(name))) throw wrong('the rest of the value is not returned')
  // A hook runs while its pool is initialised, outside the manager's lock, and could sweep the value.
  if (calls.some(({ name, args }) => name === 'initializePool' && args['hooks'] !== zeroAddress)) {
    throw wrong('it initialises a pool with a hook and carries value')
  }
}

function has(calls: readonly Decoded[], wanted: string): boolean {
  return calls.some(({ name }) => name === wanted)
}
