import { z } from 'zod'
import { none } from '#core/Access.ts'
import { define, type Operation, REVALIDATED } from '#core/Operation.ts'
import { pageLimit } from '#core/PageLimit.ts'
import { Address } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import * as Candle from '#launchpad/records/Candle.ts'
import { valueOverTime } from '#launchpad/records/valueOverTime.ts'
import { readChain } from '#launchpad/store/readChain.ts'
import { readWalletChanges } from '#launchpad/store/readWalletChanges.ts'
import { readSummary } from '#launchpad/store/wallets.ts'
import { HISTORY_SECONDS, historyIntervals } from '#launchpad/wire/holderHistory.ts'
import { Moment } from '#launchpad/wire/Moment.ts'
import { toDate } from '#launchpad/wire/toWire.ts'
import { paths } from '#launchpad/wire/urls.ts'
import { toUsd, toUsdSource } from '#launchpad/wire/usd.ts'
import { WalletValue } from '#launchpad/wire/walletValue.ts'

const TOKENS_MAX = 100

const Request = z.strictObject({
  address: Address.meta({ description: 'The wallet.' }),
  interval: z.enum(historyIntervals, `must be one of ${historyIntervals.join(', ')}`).default('1h'),
  to: Moment.optional().meta({
    description:
      'End of the last interval; `limit` intervals are read. Default and maximum: the time of the newest indexed block.',
  }),
  limit: pageLimit({ max: 200, fallback: 100 }),
})

/** The value of a wallet's launched tokens over time. */
export function walletValue({ db, ethPrice, revisions }: Context): Operation {
  return define({
    name: 'getLaunchWalletValue',
    method: 'GET',
    path: `${paths.wallets}/{address}/value`,
    tag: 'launchpad',
    summary: 'Read the value of the launched tokens of a wallet over time.',
    description:
      'Balances and last prices at the end of each interval. An account that never held a launched token has no points.',
    access: none,
    limit: 'read',
    errors: ['unavailable'],
    cacheControl: REVALIDATED,
    revision: revisions.priced,
    request: Request,
    response: WalletValue,
    async handle({ address, interval, to: wanted, limit }) {
      const wallet = address.toLowerCase()
      const seconds = HISTORY_SECONDS[interval]
      const newest = (await readChain(db)).block_time
      const to = Candle.startOf(Math.min(wanted ?? newest, newest), seconds)
      const span = { from: to - (limit - 1) * seconds, to, seconds }
      const [changes, { block, sums }, price] = await Promise.all([
        readWalletChanges(db, { wallet, ...span, tokens: TOKENS_MAX }),
        readSummary(db, wallet),
        ethPrice(),
      ])
      const points = valueOverTime(changes, span).map(({ start, value }) => ({
        time: toDate(start),
        valueEth: String(value),
        valueUsd: toUsd(String(value), price),
      }))
      const held = sums?.tokens ?? 0
      const tokens = Math.min(TOKENS_MAX, held)
      return {
        ...{ address, interval, points, tokens, tokensLeftOut: held - tokens },
        usdSource: toUsdSource(price),
        block,
      }
    },
  })
}
