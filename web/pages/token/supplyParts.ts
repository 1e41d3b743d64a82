import type { HolderPage } from '../../api/launchpad.ts'

export type SupplyPart = { key: keyof typeof LABELS; label: string; bps: number }

const WHOLE_BPS = 10_000
const TOP = 10

const LABELS = {
  curve: 'Curve',
  pool: 'Pool',
  locked: 'Locked first buy',
  creator: 'Creator',
  early: 'First-block buyers',
  largest: 'Ten largest others',
  rest: 'Everybody else',
  burned: 'Burned',
} as const

/** The distribution of the supply in parts that add up to exactly 100 %; empty parts are left out. */
export function supplyParts(
  { holders, curve, pool, locked, burned }: Pick<HolderPage, 'holders' | 'curve' | 'pool' | 'locked' | 'burned'>,
  early: ReadonlySet<string>,
): SupplyPart[] {
  const own = holders.filter(({ isCreator }) => isCreator)
  const first = holders.filter(({ address, isCreator }) => !isCreator && early.has(address))
  const others = holders.filter((holder) => !own.includes(holder) && !first.includes(holder))
  const known = {
    curve: curve.shareBps,
    pool: pool?.shareBps ?? 0,
    locked: locked?.shareBps ?? 0,
    creator: sharesOf(own),
    early: sharesOf(first),
    largest: sharesOf(others.slice(0, TOP)),
    burned: burned?.shareBps ?? 0,
  }
  const rest = WHOLE_BPS - Object.values(known).reduce((sum, bps) => sum + bps, 0)
  const all = { ...known, rest: Math.max(0, rest) }
  return (Object.keys(LABELS) as SupplyPart['key'][])
    .map((key) => ({ key, label: LABELS[key], bps: all[key] }))
    .filter(({ bps }) => bps > 0)
}

function sharesOf(holders: readonly { shareBps: number }[]): number {
  return holders.reduce((sum, { shareBps }) => sum + shareBps, 0)
}
