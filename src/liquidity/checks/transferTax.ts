import { type Address, encodeFunctionData, erc20Abi, type Hex, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { CallReverted } from '#chain/failures.ts'
import { ApiError } from '#core/ApiError.ts'
import { max, min } from '#core/bigint.ts'
import { describeToken } from '#liquidity/answer/describe.ts'
import type { Warning } from '#liquidity/answer/Limits.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'

/** A part is the number of units that arrive of this many sent. */
export const WHOLE = 10_000n
/** A transfer this many times as large is measured too, so that the next larger one is already known. */
const AHEAD = 4n
/** A token that needs more gas for a few plain calls counts as unknown. */
const GAS_MAX = 2_000_000n
/** A measurement between two accounts is cached this long: a fee may be turned on at any time. */
const KEPT_MS = 10 * 60 * 1000

export type Transfer = {
  readonly from: Address
  readonly to: Address
  readonly token0: Address
  readonly token1: Address
  /** The amounts to be sent. */
  readonly amounts: Amounts
  /** The largest amounts that may be sent instead. */
  readonly most?: Amounts | undefined
  /**
   * Set where an undetected fee costs the user: results are then cached per (from, to), because tokens may exempt
   * addresses. Elsewhere a fee makes the deposit revert, so the result is shared.
   */
  readonly now?: number
}

export type Part = bigint | undefined
type SingleTransfer = {
  readonly from: Address
  readonly to: Address
  readonly token: Address
  readonly amount: bigint
  readonly most: bigint
}
/** Every transfer up to this amount was measured to arrive in full. */
type Whole = { upTo: bigint }

/**
 * The units that arrive of 10,000 when such amounts are sent, by token. Transfers are simulated; the result is unknown if
 * the sender has too little. A token may tax only large transfers, so the amount itself is sent, or the most it may
 * become, and also a small and a larger one. Untaxed amounts are cached.
 */
export function arrivingParts(chain: Chain, transfer: Transfer): Promise<[Part, Part]> {
  const { from, to, token0, token1, amounts, most = amounts, now } = transfer
  const one = { from, to }
  const scope = now === undefined ? 'all' : `${from} ${to} ${Math.floor(now / KEPT_MS)}`
  return Promise.all([
    arrivingPart(chain, { ...one, token: token0, amount: amounts.amount0, most: most.amount0 }, scope),
    arrivingPart(chain, { ...one, token: token1, amount: amounts.amount1, most: most.amount1 }, scope),
  ])
}

async function arrivingPart(chain: Chain, one: SingleTransfer, scope: string): Promise<Part> {
  const { hasStateOverrides, wrappedNative } = chain.facts
  const { from, to, token } = one
  if (token === zeroAddress || token === wrappedNative || !hasStateOverrides) return WHOLE
  const amount = max(one.amount, WHOLE)
  const most = max(one.most, amount)
  const whole = await chain.forever(`whole ${token} ${scope}`, async (): Promise<Whole> => ({ upTo: 0n }))
  if (most <= whole.upTo) return WHOLE
  return chain
    .state(`tax ${token} ${from} ${to} ${amount} ${most}`, () => measure(chain, { ...one, amount, most }, whole))
    .catch(asUnknown)
}

async function measure(chain: Chain, one: SingleTransfer, whole: Whole): Promise<bigint> {
  const { amount, most } = one
  const larger = most * AHEAD
  const [ofMost, ofAmount, small = ofMost ?? ofAmount, large] = await partsOf(chain, one, [most, amount, WHOLE, larger])
  const part = ofMost ?? ofAmount
  if (part === undefined || small === undefined) throw new UnknownTax()
  if (part !== WHOLE || small !== WHOLE) return isAlike(part, small) ? small : part
  const sent = ofMost === WHOLE ? most : amount
  whole.upTo = max(whole.upTo, large === WHOLE ? larger : sent)
  return WHOLE
}

/** The units that arrive of 10,000, for each amount sent; unknown if the transfer fails. */
async function partsOf(chain: Chain, { from, to, token }: SingleTransfer, amounts: readonly bigint[]): Promise<Part[]> {
  const balance = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [to] })
  const transfer = (amount: bigint) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
  const data = [balance, ...amounts.flatMap((amount) => [transfer(amount), balance])]
  const calls = data.map((item) => ({ to: token, data: item }))
  const { results } = await chain.simulate({ from, calls, gas: GAS_MAX })
  return amounts.map((amount, index) => {
    const [before, sent, after] = results.slice(index * 2, index * 2 + 3)
    if (!before?.ok || !sent?.ok || !after?.ok || before.returnData.length < 66) return undefined
    return ((toBigInt(after.returnData) - toBigInt(before.returnData)) * WHOLE) / amount
  })
}

// The same rate, apart from rounding.
function isAlike(part: bigint, small: bigint): boolean {
  return small < WHOLE && part - small <= 1n && small - part <= 1n
}

class UnknownTax extends Error {}

function asUnknown(error: unknown): undefined {
  const isUnknown = error instanceof UnknownTax || error instanceof CallReverted
  if (isUnknown || (error instanceof ApiError && error.code === 'unavailable')) return undefined
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
      const message = `Whether ${name} charges a transfer fee is unknown: less may arrive than is sent.`
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

/** The missing part in percent. */
export function percentOf(part = WHOLE): number {
  return Number(WHOLE - part) / 100
}
