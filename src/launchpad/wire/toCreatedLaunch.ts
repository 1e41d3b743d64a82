import type { OwnRow } from '#launchpad/store/creators.ts'
import type * as TokenRow from '#launchpad/store/TokenRow.ts'
import { toTokenRecord } from './toTokenRecord.ts'
import { type Site, shareBps, toDate } from './toWire.ts'

/** One line of a creator's record. */
export function toCreatedLaunch(row: TokenRow.TokenRow, own: OwnRow | undefined, site: Site) {
  const record = toTokenRecord(row, site)
  const { address, name, symbol, untrusted, imitates, graduated, graduatedAt, marketCapEth, holders, creatorFees } =
    record
  const sold = own?.sold ?? '0'
  return {
    ...{ address, name, symbol, untrusted, imitates, graduated, graduatedAt, marketCapEth, holders },
    createdAt: toDate(row.created_at),
    secondsToGraduation: row.graduated_at === null ? null : row.graduated_at - row.created_at,
    isCopy: own?.is_copy ?? false,
    own: {
      boughtTokens: own?.bought ?? '0',
      soldTokens: sold,
      soldBps: shareBps(BigInt(sold)),
      soldEth: own?.sold_eth ?? '0',
      held: own?.held ?? '0',
      firstSoldAt: own?.first_sold_at ? toDate(own.first_sold_at) : null,
    },
    feesEarnedEth: String(BigInt(creatorFees?.claimed ?? 0) + BigInt(creatorFees?.claimable ?? 0)),
  }
}
