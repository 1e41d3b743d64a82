/**
 * The last look at a transaction before it leaves: its own calldata, read back by the decoder, must say what the answer
 * says. A mismatch is our fault and becomes an internal error; the transaction is not returned.
 */

import { type Address, type Hex, isAddressEqual } from 'viem'
import { type Decoded, decode, type Permit, type Value } from './calldata/decode.ts'

/** What the answer states. */
export type Stated = {
  readonly wallet: Address
  readonly to: Address
  readonly data: Hex
  readonly value: bigint
  /** The contracts it may go to. */
  readonly targets: readonly Address[]
  readonly deadline?: bigint | undefined
  readonly ticks?: { readonly tickLower: number; readonly tickUpper: number } | undefined
  readonly positionId?: bigint | undefined
  readonly liquidity?: bigint | undefined
  /** What moves, by token as the pool holds it; the zero address is native ETH. */
  readonly moves: readonly Move[]
}

export type Move = { readonly token: Address; readonly amount: bigint; readonly isPaid: boolean }

const CALLER = '0x0000000000000000000000000000000000000001'
const NOBODY = '0x0000000000000000000000000000000000000000'
const RECIPIENTS = ['recipient', 'owner', 'to']

/** Throws unless the transaction does what the answer says, and nothing else. */
export function check(stated: Stated): void {
  demand(/^0x([0-9a-f]{2}){4,}$/.test(stated.data), 'data is empty')
  demand(
    stated.targets.some((target) => isAddressEqual(target, stated.to)),
    `to is ${stated.to}`,
  )
  const calls = decode(stated.data)
  checkRecipients(calls, stated.wallet)
  checkPermit(calls, stated)
  checkScalars(calls, stated)
  for (const move of stated.moves) checkMove(calls, move, stated)
  checkValue(calls, stated)
}

// Tokens may rest with nobody, inside the v3 manager, only when the same transaction pays them out.
function checkRecipients(calls: readonly Decoded[], wallet: Address): void {
  const paysOut = calls.some(({ name }) => name === 'sweepToken') && calls.some(({ name }) => name === 'unwrapWETH9')
  for (const { name, args } of calls) {
    for (const field of RECIPIENTS) {
      const recipient = args[field]
      if (recipient === undefined) continue
      const isKept = name === 'collect' && recipient === NOBODY && paysOut
      demand(recipient === wallet.toLowerCase() || recipient === CALLER || isKept, `${name}.${field} is ${recipient}`)
    }
  }
}

// A permit in the same transaction may let nobody spend but the contract the transaction goes to.
function checkPermit(calls: readonly Decoded[], { to }: Stated): void {
  for (const { args } of calls) {
    const batch = args['batch'] as Permit | undefined
    if (batch) demand(batch.spender === to.toLowerCase(), `the permit is for ${batch.spender}`)
  }
}

function checkScalars(calls: readonly Decoded[], { deadline, ticks, positionId, liquidity }: Stated): void {
  equal(calls, 'deadline', deadline)
  equal(calls, 'tickLower', ticks?.tickLower)
  equal(calls, 'tickUpper', ticks?.tickUpper)
  equal(calls, 'tokenId', positionId)
  equal(calls, 'liquidity', liquidity)
}

function equal(calls: readonly Decoded[], field: string, stated: bigint | number | undefined): void {
  const found = calls.filter(({ args }) => args[field] !== undefined)
  if (stated !== undefined) demand(found.length > 0 || field === 'liquidity', `${field} is missing`)
  for (const { name, args } of found) {
    if (stated !== undefined) demand(args[field] === stated, `${name}.${field} is ${args[field]}`)
  }
}

// Every amount stated lies within the limits the contract will hold it to.
function checkMove(calls: readonly Decoded[], move: Move, stated: Stated): void {
  for (const call of calls) {
    const side = sideOf(call, move, stated)
    if (side === undefined) continue
    const most = limit(call, [`amount${side}Max`, `amount${side}Desired`])
    const least = limit(call, [`amount${side}Min`])
    if (move.isPaid && most !== undefined) demand(move.amount <= most, `${call.name} may take ${most} at most`)
    if (least !== undefined) demand(move.amount >= least, `${call.name} must move ${least} at least`)
  }
}

function limit({ name, args }: Decoded, fields: string[]): bigint | undefined {
  // Collecting takes whatever is owed: its maximum is no limit.
  if (name === 'collect') return undefined
  const values = fields.map((field) => args[field]).filter((found): found is bigint => typeof found === 'bigint')
  return values[0]
}

/** Under which name a call knows the token: 0 or 1, A or B, Token or ETH. */
function sideOf({ args }: Decoded, { token }: Move, { moves }: Stated): string | undefined {
  const wanted = token.toLowerCase()
  if (args['amountTokenMin'] !== undefined) return args['token'] === wanted ? 'Token' : 'ETH'
  if (args['tokenA'] !== undefined) {
    demand(args['tokenA'] === wanted || args['tokenB'] === wanted, `neither token is ${wanted}`)
    return args['tokenA'] === wanted ? 'A' : 'B'
  }
  const index = moves.findIndex((move) => move.token === token)
  const own: Value | undefined = args[`token${index}`] ?? args[`currency${index}`]
  demand(own === undefined || own === wanted, `token${index} is ${own}`)
  return String(index)
}

// Native ETH leaves with the transaction only to pay for what is stated, and v3 and v4 must give the rest back.
function checkValue(calls: readonly Decoded[], { value, moves }: Stated): void {
  if (value === 0n) return
  const paid = moves.filter(({ isPaid }) => isPaid)
  demand(
    paid.some(({ amount }) => amount <= value),
    `value is ${value}`,
  )
  const returnsRest = calls.some(({ name }) => ['refundETH', 'SWEEP', 'addLiquidityETH'].includes(name))
  demand(returnsRest, 'the rest of the value is not returned')
}

function demand(condition: boolean, problem: string): asserts condition {
  if (!condition) throw new Error(`The transaction built is not the one stated: ${problem}.`)
}
