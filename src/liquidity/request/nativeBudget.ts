import type { Snapshot } from '#liquidity/pools/Snapshot.ts'

/** Gas that a v4 deposit may take, with a permit and a new pool. */
const DEPOSIT_GAS = 800_000n

/** What of the native balance may go into a deposit when it must also pay for gas; nothing said, nothing limited. */
export function nativeBudget(
  { nativeBalance, gasPrice = 0n }: Pick<Snapshot<unknown>, 'nativeBalance' | 'gasPrice'>,
  stated: bigint | undefined,
): bigint | undefined {
  if (stated === undefined) return undefined
  const reserve = gasPrice * DEPOSIT_GAS
  return nativeBalance > reserve ? nativeBalance - reserve : 0n
}

/** A snapshot in which the wallet has no more native currency than it says it has. */
export function withStated<Read extends Pick<Snapshot<unknown>, 'nativeBalance'>>(
  read: Read,
  stated: bigint | undefined,
): Read {
  return stated === undefined || stated >= read.nativeBalance ? read : { ...read, nativeBalance: stated }
}
