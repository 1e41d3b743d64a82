import { type Address, encodeFunctionData, erc20Abi, type Hex, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { CallReverted } from '#chain/failures.ts'
import { ApiError } from '#core/ApiError.ts'
import type { Protocol } from '#liquidity/deployment.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import { describeToken } from './describe.ts'
import type { Warning } from './Limits.ts'

/** Units sent to see how many arrive. */
export const WHOLE = 10_000n
/** A token that would use more gas for three plain calls is not worth the wait. */
const GAS_MAX = 2_000_000n

type Transfer = {
  readonly wallet: Address
  readonly to: Address
  readonly tokens: readonly Address[]
  /** What sets this measurement apart from others of the token. */
  readonly occasion?: string
}

/**
 * What arrives of 10,000 units that the wallet sends, by token: measured once and kept, unknown where it has too few.
 * Whoever turns a tax on later makes deposits revert, and the simulation says why.
 */
export function arrivingParts(
  chain: Chain,
  { wallet, to, tokens, occasion = 'in' }: Transfer,
): Promise<(bigint | undefined)[]> {
  return Promise.all(tokens.map((token) => arrivingPart(chain, { wallet, to, token, occasion })))
}

async function arrivingPart(
  chain: Chain,
  { wallet, to, token, occasion }: { wallet: Address; to: Address; token: Address; occasion: string },
): Promise<bigint | undefined> {
  const { hasStateOverrides, wrappedNative } = chain.facts
  if (token === zeroAddress || token === wrappedNative || !hasStateOverrides) return WHOLE
  return chain.forever(`tax ${token} ${occasion}`, () => measure(chain, { wallet, to, token })).catch(asUnknown)
}

async function measure(
  chain: Chain,
  { wallet, to, token }: { wallet: Address; to: Address; token: Address },
): Promise<bigint> {
  const balance = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [to] })
  const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, WHOLE] })
  const calls = [balance, transfer, balance].map((data) => ({ to: token, data }))
  const { results } = await chain.simulate({ from: wallet, calls, gas: GAS_MAX })
  const [before, sent, after] = results
  if (!before?.ok || !sent?.ok || !after?.ok || before.returnData.length < 66) throw new UnknownTax()
  return toBigInt(after.returnData) - toBigInt(before.returnData)
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

/** Refuses tokens that arrive diminished where the pool counts what arrives. */
export function requireUntaxed(
  protocol: Protocol,
  tokens: readonly Token[],
  parts: readonly (bigint | undefined)[],
): void {
  const index = parts.findIndex((part) => part !== undefined && part < WHOLE)
  const token = tokens[index]
  if (!token) return
  throw new ApiError(
    'failed_precondition',
    `${describeToken(token)} keeps ${percentOf(parts[index])} % of each transfer, and a ${protocol} pool takes no token that arrives diminished. Use V2 (/lp/create_classic).`,
    { details: [{ type: 'FEE_ON_TRANSFER', value: token.address }] },
  )
}

/** A warning for each token that keeps a part of what is sent; more than the whole stands for what cannot be told. */
export function taxWarnings(tokens: readonly Token[], parts: readonly (bigint | undefined)[]): Warning[] {
  return tokens.flatMap((token, index) => {
    const part = parts[index]
    if (part === WHOLE) return []
    const name = describeToken(token)
    if (part === undefined || part > WHOLE) {
      const message = `Whether ${name} keeps a part of each transfer cannot be told here: less may arrive than is sent.`
      return [{ code: 'FEE_ON_TRANSFER_UNKNOWN', message }]
    }
    const message = `${name} keeps ${percentOf(part)} % of each transfer: that much less arrives.`
    return [{ code: 'FEE_ON_TRANSFER', message }]
  })
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

function percentOf(part = WHOLE): number {
  return Number(WHOLE - part) / 100
}
