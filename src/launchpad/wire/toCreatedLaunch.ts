import type { CreatedRow } from '#launchpad/store/creators.ts'
import { identity, type Site, shareBps, toCreatorFees, toDate } from './toWire.ts'

/** One line of a creator's record. */
export function toCreatedLaunch(row: CreatedRow, site: Site) {
  const { address, name, symbol, untrusted, imitates } = identity(row, site)
  const { graduated, market_cap: marketCapEth, holders } = row
  const graduatedAt = row.graduated_at === null ? null : toDate(row.graduated_at)
  return {
    ...{ address, name, symbol, untrusted, imitates, graduated, graduatedAt, marketCapEth, holders },
    createdAt: toDate(row.created_at),
    secondsToGraduation: row.graduated_at === null ? null : row.graduated_at - row.created_at,
    isCopy: row.is_copy,
    own: {
      boughtTokens: row.bought,
      soldTokens: row.sold,
      soldBps: shareBps(BigInt(row.sold)),
      soldEth: row.sold_eth,
      held: row.held,
      firstSoldAt: row.first_sold_at ? toDate(row.first_sold_at) : null,
    },
    feesEarnedEth: feesEarned(row),
  }
}

function feesEarned(row: CreatedRow): string {
  const { claimed, claimable } = toCreatorFees({
    curveFees: BigInt(row.curve_fees),
    poolFees: BigInt(row.pool_fees),
    claimed: BigInt(row.claimed),
    feeGrowth0: BigInt(row.fee_growth0),
    collectedGrowth0: BigInt(row.collected_growth0),
  })
  return String(BigInt(claimed) + BigInt(claimable))
}
