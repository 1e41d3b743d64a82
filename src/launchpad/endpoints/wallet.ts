import { z } from 'zod'
import { none } from '#core/Access.ts'
import * as Cursor from '#core/Cursor.ts'
import { define, type Operation, REVALIDATED } from '#core/Operation.ts'
import { PageLimit } from '#core/PageLimit.ts'
import { Address, toAddress } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import * as store from '#launchpad/store/wallets.ts'
import { toWalletPosition } from '#launchpad/wire/toResult.ts'
import { paths } from '#launchpad/wire/urls.ts'
import { toUsd, toUsdSource } from '#launchpad/wire/usd.ts'
import { Wallet } from '#launchpad/wire/wallets.ts'

const Request = z.strictObject({
  address: Address.meta({ description: 'The wallet.' }),
  open: z.literal('true', 'must be true, or absent').optional().meta({ description: 'Only tokens that it holds now.' }),
  limit: PageLimit,
  cursor: z.string().max(256, 'must be the nextCursor of an earlier response').optional(),
})

const NOTHING = {
  tokens: 0,
  trades: 0,
  bought_eth: '0',
  sold_eth: '0',
  realised: '0',
  unpriced_eth: '0',
  wins: 0,
  losses: 0,
}
const ALL_BPS = 10_000

/** Profit and loss of a wallet, first in, first out, over trades on the curve and in pools. */
export function wallet({ db, ethPrice, revisions }: Context): Operation {
  return define({
    name: 'getLaunchWallet',
    method: 'GET',
    path: `${paths.wallets}/{address}`,
    tag: 'launchpad',
    summary: 'Read the profit and loss of a wallet.',
    description:
      'Computed first in, first out, over trades on the curve and in pools. Tokens received by transfer have no cost; the proceeds of their sale are `unpricedEth`. For an account that never traded, all figures are zero.',
    access: none,
    limit: 'read',
    errors: ['unavailable'],
    cacheControl: REVALIDATED,
    revision: revisions.priced,
    request: Request,
    response: Wallet,
    async handle({ address, open, limit, cursor }) {
      const account = address.toLowerCase()
      const scope = `wallet\n${account}\n${open ?? ''}`
      const before = cursor === undefined ? undefined : Number(Cursor.decode(scope, cursor, /^[0-9]{1,16}$/)[0])
      const isOpen = open !== undefined
      const [{ block, sums = NOTHING, aside, open: held }, { best, worst, rows }, price] = await Promise.all([
        store.readSummary(db, account),
        store.readPositions(db, { wallet: account, isOpen, before, limit }),
        ethPrice(),
      ])
      const page = rows.slice(0, limit)
      const last = rows.length > limit ? page.at(-1) : undefined
      const { tokens, trades, wins, losses } = sums
      return {
        address,
        ...{ tokens, trades, wins, losses },
        boughtEth: sums.bought_eth,
        soldEth: sums.sold_eth,
        realisedEth: sums.realised,
        realisedUsd: toUsd(sums.realised, price),
        unpricedEth: sums.unpriced_eth,
        winRateBps: wins + losses === 0 ? null : Math.floor((wins * ALL_BPS) / (wins + losses)),
        open: {
          tokens: held.tokens,
          valueEth: held.value,
          valueUsd: toUsd(held.value, price),
          unrealisedEth: held.unrealised,
        },
        best: best ? toWalletPosition(best, price) : null,
        worst: worst ? toWalletPosition(worst, price) : null,
        positions: page.map((row) => toWalletPosition(row, price)),
        ...(last && { nextCursor: Cursor.encode(scope, [String(last.token_id)]) }),
        incompleteTokens: aside.map(toAddress),
        usdSource: toUsdSource(price),
        block,
      }
    },
  })
}
