import { transaction } from '#database/transaction.ts'
import type { Context } from '#launchpad/Context.ts'
import { readProviders } from '#launchpad/onchain/readProviders.ts'
import { type Badge, readBadges } from '#launchpad/store/badges.ts'
import type { IndexPlace } from '#launchpad/store/firstReplaced.ts'
import { type LaunchRange, readLaunchRange } from '#launchpad/store/launchRange.ts'
import { requireCurrent } from '#launchpad/store/requireCurrent.ts'

/** The happenings of launches, and the badges of wallets, for a module that shows them. */
export type LaunchLog = {
  channel: string
  /** The next range after a position, or the index's end without one; undefined while the index reads its history. */
  readAfter(place: IndexPlace | undefined, newTokens: readonly string[]): Promise<LaunchRange | undefined>
  /** The badges of wallets as of the newest block, by wallet as given. */
  badgesOf(token: string, wallets: readonly string[]): Promise<Map<string, Badge[]>>
  /** Whether the wallet has the creator's right, by itself or as an account of its fee split; `unavailable` while the index is behind. */
  holdsRight(token: string, wallet: string): Promise<boolean>
}

export function createLaunchLog(context: Pick<Context, 'db' | 'chain' | 'log'>, channel: string): LaunchLog {
  const { db } = context
  return {
    channel,
    readAfter: (place, newTokens) =>
      transaction(db, (tx) => readLaunchRange(tx, place, newTokens), { isolation: 'repeatable read' }),
    async badgesOf(token, wallets) {
      const providers = await providersOf(context, token)
      const lower = wallets.map((wallet) => wallet.toLowerCase())
      const badges = await readBadges(db, { token, wallets: lower, providers })
      return new Map(wallets.map((wallet) => [wallet, badges.get(wallet.toLowerCase()) ?? []]))
    },
    async holdsRight(token, wallet) {
      await requireCurrent(db)
      const account = wallet.toLowerCase()
      const badges = await readBadges(db, { token, wallets: [account], providers: new Set() })
      return badges.get(account)?.includes('fee_holder') ?? false
    },
  }
}

/** If the chain does not respond, only the badges of providers are missing. */
function providersOf(context: Pick<Context, 'db' | 'chain' | 'log'>, token: string): Promise<Set<string>> {
  const { chain, log } = context
  return chain
    .state(`liquidity providers ${token}`, () => readProviders(context, token))
    .catch((err) => {
      log.warn({ err, token }, 'failed to read the owners of liquidity')
      return new Set()
    })
}
