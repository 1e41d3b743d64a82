import { type Address, encodeFunctionData, erc20Abi, type Hex, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { CallReverted } from '#chain/failures.ts'
import { ApiError } from '#core/ApiError.ts'
import { max, min } from '#core/bigint.ts'
import { describeToken } from '#liquidity/answer/describe.ts'
import type { Warning } from '#liquidity/answer/Limits.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'

/** A part is what arrives of so many units. */
export const WHOLE = 10_000n
/** Transfers up to so many times as large are measured along, so that the next larger one need not be measured anew. */
const AHEAD = 4n
/** A token that would use more gas for a few plain calls is not worth the wait. */
const GAS_MAX = 2_000_000n
/** For so long what a token does between two accounts is not measured again: a tax may be turned on at any time. */
const KEPT_MS = 10 * 60 * 1000

export type Transfer = {
  readonly from: Address
  readonly to: Address
  readonly token0: Address
  readonly token1: Address
  /** What is to be sent of each. */
  readonly amounts: Amounts
  /** What may be sent instead, as far as the sender has so much. */
  readonly most?: Amounts | undefined
  /**
   * Given where a tax would cost the wallet money: what was seen counts then between these two accounts alone, for a
   * token may spare its friends, and for a while. Elsewhere a tax makes the deposit revert, and it counts for all.
   */
  readonly now?: number
}

export type Part = bigint | undefined
type One = {
  readonly from: Address
  readonly to: Address
  readonly token: Address
  readonly amount: bigint
  readonly most: bigint
}
/** All of every transfer up to so much was seen to arrive. */
type Whole = { upTo: bigint }

/**
 * What arrives of 10,000 units when such amounts are sent, by token: run without being sent, unknown where the sender
 * has too few. A token may keep a part of large transfers alone, so the amount itself is sent, or the most that it may
 * become, beside a small and a larger one; what is seen to arrive whole is kept. Whoever turns a tax on later makes
 * deposits into v3 and v4 revert.
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

async function arrivingPart(chain: Chain, one: One, scope: string): Promise<Part> {
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

async function measure(chain: Chain, one: One, whole: Whole): Promise<bigint> {
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

/** What arrives of 10,000 units, for each amount sent; unknown where the transfer fails. */
async function partsOf(chain: Chain, { from, to, token }: One, amounts: readonly bigint[]): Promise<Part[]> {
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

// The same tax, but for the rounding of either.
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
 * A warning for each token that keeps a part of what is sent; more than the whole stands for what cannot be told.
 * `size` is said where the amounts themselves were measured.
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
      const message = `Whether ${name} keeps a part of each transfer cannot be told here: less may arrive than is sent.`
      return [{ code: 'FEE_ON_TRANSFER_UNKNOWN', message }]
    }
    const message = `${name} keeps ${percentOf(part)} % of each transfer${size}: that much less arrives.`
    return [{ code: 'FEE_ON_TRANSFER', message }]
  })
}

/** The worse of two measurements of which one is of small transfers; more than the whole stands for what cannot be told. */
export function lesserPart(part: Part, small: bigint): Part {
  if (part === undefined) return small
  return min(small, part)
}

/** What is left of an amount after a token's own tax on each transfer; all of it where the tax cannot be told. */
export function afterTax(amount: bigint, part: bigint, hops: 1 | 2 = 1): bigint {
  if (part >= WHOLE) return amount
  const once = afterOne(amount, part)
  return hops === 1 ? once : afterOne(once, part)
}

// A unit less, since a token may round its tax up.
function afterOne(amount: bigint, part: bigint): bigint {
  const left = (amount * part) / WHOLE
  return left > 0n ? left - 1n : 0n
}

/** What is missing of the whole, in percent. */
export function percentOf(part = WHOLE): number {
  return Number(WHOLE - part) / 100
}
