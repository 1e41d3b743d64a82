import type { Snapshot } from '#liquidity/pools/Snapshot.ts'

/** Gas that a v4 deposit may take, with a permit and a new pool. */
const DEPOSIT_GAS = 800_000n

/** The part of the native balance that a deposit may use, with gas set aside; unlimited when no balance is stated. */
export function nativeBudget(
  { nativeBalance, gasPrice = 0n }: Pick<Snapshot<unknown>, 'nativeBalance' | 'gasPrice'>,
  stated: bigint | undefined,
): bigint | undefined {
  if (stated === undefined) return undefined
  const reserve = gasPrice * DEPOSIT_GAS
  return nativeBalance > reserve ? nativeBalance - reserve : 0n
}

/** The snapshot, with the native balance capped at the one that the request states. */
export function withStated<Read extends Pick<Snapshot<unknown>, 'nativeBalance'>>(
  read: Read,
  stated: bigint | undefined,
): Read {
  return stated === undefined || stated >= read.nativeBalance ? read : { ...read, nativeBalance: stated }
}
