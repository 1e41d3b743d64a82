import { z } from 'zod'
import { none } from '#core/Access.ts'
import { define, type Operation, REVALIDATED } from '#core/Operation.ts'
import { Address } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import type { EthPrice } from '#launchpad/onchain/createEthPrice.ts'
import { readCreator } from '#launchpad/store/creators.ts'
import { CreatorRecord } from '#launchpad/wire/creators.ts'
import { toCreatedLaunch } from '#launchpad/wire/toCreatedLaunch.ts'
import { paths } from '#launchpad/wire/urls.ts'
import { toUsd, toUsdSource } from '#launchpad/wire/usd.ts'

const Request = z.strictObject({
  address: Address.meta({ description: 'The account that launched tokens.' }),
  without: z.literal('launches', 'must be launches').optional().meta({
    description: '`launches` omits the list and keeps all figures.',
  }),
})

const LAUNCHES_MAX = 100
const ALL_BPS = 10_000
const NOTHING = { tokens: 0, all_graduated: 0, volume: '0', backed_volume: '0', outside_volume: '0' }

export function creator({ db, site, ethPrice, revisions }: Context): Operation {
  return define({
    name: 'getLaunchCreator',
    method: 'GET',
    path: `${paths.creators}/{address}`,
    tag: 'launchpad',
    summary: "Read a creator's record.",
    description: 'For an account that never launched a token, all figures are zero.',
    access: none,
    limit: 'read',
    errors: ['unavailable'],
    cacheControl: REVALIDATED,
    revision: revisions.priced,
    request: Request,
    response: CreatorRecord,
    async handle({ address, without }) {
      const account = address.toLowerCase()
      const [{ sums = NOTHING, launches: rows }, price] = await Promise.all([
        readCreator(db, account, LAUNCHES_MAX),
        ethPrice(),
      ])
      const launches = rows.map((row) => toCreatedLaunch(row, site))
      const { tokens, all_graduated: graduated } = sums
      return {
        ...{ address, tokens, graduated },
        graduationRateBps: tokens === 0 ? null : Math.floor((graduated * ALL_BPS) / tokens),
        volumeEth: sums.volume,
        feeBackedVolumeEth: sums.backed_volume,
        outsideVolumeEth: sums.outside_volume,
        newest: summarise(launches, price),
        launches: without === undefined ? launches : [],
        usdSource: toUsdSource(price),
      }
    },
  })
}

function summarise(launches: readonly ReturnType<typeof toCreatedLaunch>[], price: EthPrice | undefined) {
  const times = launches.flatMap(({ secondsToGraduation }) => secondsToGraduation ?? []).sort((a, b) => a - b)
  const fees = launches.reduce((sum, { feesEarnedEth }) => sum + BigInt(feesEarnedEth), 0n)
  return {
    launches: launches.length,
    medianSecondsToGraduation: times[Math.floor((times.length - 1) / 2)] ?? null,
    soldOwn: launches.filter(({ own }) => own.soldTokens !== '0').length,
    copies: launches.filter(({ isCopy, imitates }) => isCopy || imitates !== null).length,
    feesEarnedEth: String(fees),
    feesEarnedUsd: toUsd(fees, price),
  }
}
