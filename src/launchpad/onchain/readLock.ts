import { type Address, decodeFunctionResult, encodeFunctionData, type Hex } from 'viem'
import { ApiError } from '#core/ApiError.ts'
import type { Context } from '#launchpad/Context.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import { type Terms, termsIn } from '#launchpad/contract/TokenCode.ts'

/** A locked first buy; `releasable` is the amount at the time of the newest block. */
export type Lock = { terms: Terms; held: bigint; released: bigint; releasable: bigint }

const DAY = 86_400

/** The contract's state of a lock now; undefined for a launch without one. */
export async function readLock({ chain, factory }: Context, token: Address): Promise<Lock | undefined> {
  const call = { abi: launchpadAbi, functionName: 'lockOf', args: [token] } as const
  const [code, { results }] = await Promise.all([
    chain.request('eth_getCode', [token, 'latest']),
    chain.read([{ to: factory.address, data: encodeFunctionData(call) }]),
  ])
  const terms = termsIn(code as Hex)
  if (!terms || terms.lockDays === 0) return undefined
  if (!results[0]?.ok) throw new ApiError('unavailable', 'The launch contract did not respond. Try again shortly.')
  const [, held, released, releasable] = decodeFunctionResult({ ...call, data: results[0].data })
  return { terms, held, released, releasable }
}

/** When the last token is released, in seconds. */
export function endsAt({ terms }: Lock): number {
  return terms.createdAt + terms.lockDays * DAY
}

/** Amount that `releaseLock` sends in a block of this time: linear vesting, less the amount released before. */
export function releasableAt({ terms, held, released }: Lock, time: number): bigint {
  const duration = terms.lockDays * DAY
  const elapsed = Math.min(Math.max(time - terms.createdAt, 0), duration)
  return ((held + released) * BigInt(elapsed)) / BigInt(duration) - released
}
