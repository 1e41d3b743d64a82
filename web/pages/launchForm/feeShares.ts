import { readAmount } from '#site/format.ts'

/** One account of a fee split, as typed. */
export type Share = { account: string; percent: string }

export const SHARES_MAX = 10
const WHOLE_BPS = 10_000

/** Hundredths of a percent; undefined where the text is not a number, or has more decimals. */
export function bpsOf(percent: string): number | undefined {
  const bps = Number(readAmount(percent, 2).value ?? 0n)
  return bps >= 1 && bps <= WHOLE_BPS ? bps : undefined
}

/** Why the shares are not a valid split; undefined if they are. */
export function problemOf(shares: readonly Share[]): string | undefined {
  if (shares.some(({ account }) => !/^0x[0-9a-fA-F]{40}$/.test(account.trim())))
    return 'Every account is 0x and 40 hexadecimal digits.'
  if (new Set(shares.map(({ account }) => account.trim().toLowerCase())).size < shares.length)
    return 'List each account once.'
  const parts = shares.map(({ percent }) => bpsOf(percent))
  if (parts.includes(undefined)) return 'Every share is a percentage with at most two decimals, such as 33.33.'
  const sum = parts.reduce<number>((total, bps) => total + (bps ?? 0), 0)
  return sum === WHOLE_BPS ? undefined : `Together the shares make ${sum / 100} %. They must make 100 %.`
}

/** As the API takes them. */
export function toShares(shares: readonly Share[]): { account: string; bps: number }[] {
  return shares.map(({ account, percent }) => ({ account: account.trim(), bps: bpsOf(percent) ?? 0 }))
}
