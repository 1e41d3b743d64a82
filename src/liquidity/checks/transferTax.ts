import { type Address, encodeFunctionData, erc20Abi, type Hex, pad, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { CallReverted, unavailable } from '#chain/failures.ts'
import { isUnavailable } from '#core/ApiError.ts'
import { MAX_UINT256, max, min } from '#core/bigint.ts'
import { describeToken } from '#liquidity/answer/describe.ts'
import type { Warning } from '#liquidity/answer/Limits.ts'
import { isListed } from '#liquidity/deployment.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'

/** A part is the number of units that arrive when this many are sent. */
export const WHOLE = 10_000n
/** A transfer this many times as large is measured too, so that the next larger one is already known. */
const AHEAD = 4n
/** A token that needs more gas for a few plain calls counts as unknown. */
const GAS_MAX = 3_000_000n
/**
 * Code that takes the place of the spender in a simulation, so that it can call `transferFrom`: it forwards the
 * calldata after the first word to the address in that word, and returns or reverts with the result.
 */
const FORWARDER: Hex = '0x602036038060206000376000600082600060006000355af13d600060003e6025573d6000fd5b3d6000f3'

export type Transfer = {
  readonly from: Address
  readonly to: Address
  readonly token0: Address
  readonly token1: Address
  readonly amounts: Amounts
  /** The largest amounts that may be sent instead. */
  readonly most?: Amounts | undefined
  /** The contract that calls `transferFrom`; absent if `from` calls `transfer` itself. */
  readonly spender?: Address
  /**
   * Whether an undetected fee costs the user: an unlisted token is then measured for every answer, because a fee can be
   * turned on at any time. Elsewhere a fee makes the deposit revert, so untaxed amounts are cached.
   */
  readonly isAtRisk: boolean
}

export type Part = bigint | undefined
type SingleTransfer = {
  readonly from: Address
  readonly to: Address
  readonly token: Address
  readonly amount: bigint
  readonly most: bigint
  readonly spender?: Address | undefined
}
/** Every transfer up to this amount was measured to arrive in full. */
type Whole = { upTo: bigint }

/**
 * The units that arrive of 10,000 when such amounts are sent, by token; a fee on top of the amount counts as well.
 * Transfers are simulated; the result is unknown if the sender has too little. A token may tax only large transfers, so
 * the amount itself is sent, or the most it may become, and also a small and a larger one.
 */
export function arrivingParts(chain: Chain, transfer: Transfer): Promise<[Part, Part]> {
  const { from, to, spender, token0, token1, amounts, most = amounts, isAtRisk } = transfer
  const measured = { from, to, spender }
  return Promise.all([
    arrivingPart(chain, { ...measured, token: token0, amount: amounts.amount0, most: most.amount0 }, isAtRisk),
    arrivingPart(chain, { ...measured, token: token1, amount: amounts.amount1, most: most.amount1 }, isAtRisk),
  ])
}

async function arrivingPart(chain: Chain, transfer: SingleTransfer, isAtRisk: boolean): Promise<Part> {
  const { hasStateOverrides, wrappedNative } = chain.facts
  const { from, to, token, spender } = transfer
  if (token === zeroAddress || token === wrappedNative || !hasStateOverrides) return WHOLE
  const amount = max(transfer.amount, WHOLE)
  const most = max(transfer.most, amount)
  if (most > MAX_UINT256)
    throw unavailable(chain.id, new Error(`The read state contains no transfer of ${most} units.`))
  const isCached = !isAtRisk || isListed(chain.facts, token)
  const whole: Whole = isCached ? await chain.forever(`whole ${token}`, async () => ({ upTo: 0n })) : { upTo: 0n }
  if (most <= whole.upTo) return WHOLE
  return chain
    .state(`tax ${token} ${from} ${to} ${spender} ${amount} ${most}`, () =>
      measure(chain, { ...transfer, amount, most }, whole),
    )
    .catch(asUnknown)
}

async function measure(chain: Chain, transfer: SingleTransfer, whole: Whole): Promise<bigint> {
  const { amount, most } = transfer
  const larger = min(most * AHEAD, MAX_UINT256)
  const sizes = [most, amount, WHOLE, larger]
  const [ofMost, ofAmount, small = ofMost ?? ofAmount, large] = await partsOf(chain, transfer, sizes)
  const part = ofMost ?? ofAmount
  if (part === undefined || small === undefined) throw new UnknownTax()
  if (part !== WHOLE || small !== WHOLE) return isAlike(part, small) ? small : part
  const sent = ofMost === WHOLE ? most : amount
  whole.upTo = max(whole.upTo, large === WHOLE ? larger : sent)
  return WHOLE
}

/** The units that arrive of 10,000, for each amount sent; unknown if the transfer fails. */
async function partsOf(chain: Chain, transfer: SingleTransfer, amounts: readonly bigint[]): Promise<Part[]> {
  const { from, to, token, spender } = transfer
  const balances = [to, from].map((account) => ({
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] }),
  }))
  const transfers = amounts.map((amount) => transferCall(transfer, amount))
  const calls = [...approvals(transfer), ...balances, ...transfers.flatMap((call) => [call, ...balances])]
  const stateOverride = spender && spender !== from ? { [spender]: { code: FORWARDER } } : undefined
  const { results } = await chain.simulate({ from, calls, gas: GAS_MAX, ...(stateOverride && { stateOverride }) })
  const measured = results.slice(approvals(transfer).length)
  return amounts.map((amount, index) => {
    const [toBefore, fromBefore, sent, toAfter, fromAfter] = measured.slice(index * 3, index * 3 + 5)
    if (!toBefore?.ok || !fromBefore?.ok || !sent?.ok || !toAfter?.ok || !fromAfter?.ok) return undefined
    if (toBefore.returnData.length < 66 || fromBefore.returnData.length < 66) return undefined
    const arrived = toBigInt(toAfter.returnData) - toBigInt(toBefore.returnData)
    const left = toBigInt(fromBefore.returnData) - toBigInt(fromAfter.returnData)
    // A token that charges the sender extra keeps the difference as well.
    return (arrived * WHOLE) / max(amount, left)
  })
}

// The old allowance is cancelled first: some tokens refuse to replace one.
function approvals({ token, spender }: SingleTransfer) {
  if (!spender) return []
  return [0n, (1n << 160n) - 1n].map((amount) => ({
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
  }))
}

function transferCall({ from, to, token, spender }: SingleTransfer, amount: bigint): { to: Address; data: Hex } {
  if (!spender) {
    return { to: token, data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }) }
  }
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [from, to, amount] })
  return { to: spender, data: `${pad(token)}${data.slice(2)}` }
}

// The same rate, apart from rounding.
function isAlike(part: bigint, small: bigint): boolean {
  return small < WHOLE && part - small <= 1n && small - part <= 1n
}

class UnknownTax extends Error {}

function asUnknown(error: unknown): undefined {
  const isUnknown = error instanceof UnknownTax || error instanceof CallReverted
  if (isUnknown || isUnavailable(error)) return undefined
  throw error
}

function toBigInt(data: Hex): bigint {
  return data.length < 66 ? 0n : BigInt(data.slice(0, 66))
}

/**
 * A warning for each token with a transfer fee; a part above the whole means unknown. `size` is set where the actual
 * amounts were measured.
 */
export function taxWarnings(
  tokens: readonly Token[],
  parts: readonly Part[],
  size: '' | ' of this size' = '',
): Warning[] {
  return tokens.flatMap((token, index) => {
    const part = parts[index]
    if (part === WHOLE) return []
    const name = describeToken(token)
    if (part === undefined || part > WHOLE) {
      const message = `It is unknown whether ${name} charges a transfer fee, so less may arrive than is sent.`
      return [{ code: 'FEE_ON_TRANSFER_UNKNOWN', message }]
    }
    const message = `${name} keeps ${percentOf(part)} % of each transfer${size}: that much less arrives.`
    return [{ code: 'FEE_ON_TRANSFER', message }]
  })
}

/** The lower of two measurements, `small` of a small transfer; a part above the whole means unknown. */
export function lesserPart(part: Part, small: bigint): Part {
  if (part === undefined) return small
  return min(small, part)
}

/** The amount left after the token's fee on each transfer; all of it if the fee is unknown. */
export function afterTax(amount: bigint, part: bigint, hops: 1 | 2 = 1): bigint {
  if (part >= WHOLE) return amount
  const once = afterOne(amount, part)
  return hops === 1 ? once : afterOne(once, part)
}

// One unit less, because a token may round its fee up.
function afterOne(amount: bigint, part: bigint): bigint {
  const left = (amount * part) / WHOLE
  return left > 0n ? left - 1n : 0n
}

export function percentOf(part = WHOLE): number {
  return Number(WHOLE - part) / 100
}
