import { z } from 'zod'
import { none } from '#core/Access.ts'
import { define, type Operation, REVALIDATED } from '#core/Operation.ts'
import { Address, toAddress } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import * as Position from '#launchpad/records/LogPosition.ts'
import { type BundleRow, type EarlyRow, readEarly } from '#launchpad/store/readEarly.ts'
import { EarlyBuyers } from '#launchpad/wire/early.ts'
import { shareBps, toDate } from '#launchpad/wire/toWire.ts'
import { paths } from '#launchpad/wire/urls.ts'

const Request = z.strictObject({ address: Address.meta({ description: 'The token.' }) })

export function early({ db, factory, revisions }: Context): Operation {
  return define({
    name: 'listLaunchEarlyBuyers',
    method: 'GET',
    path: paths.early,
    tag: 'launchpad',
    summary: 'List the early buyers of a token.',
    description:
      'Returns the accounts that bought in the first block and in the opening, their balances, their sales since, and the accounts that paid for them.',
    access: none,
    limit: 'read',
    errors: ['not_found', 'unavailable'],
    cacheControl: REVALIDATED,
    revision: revisions.index,
    request: Request,
    response: EarlyBuyers,
    async handle({ address }) {
      const launch = { token: address.toLowerCase(), factory: factory.address.toLowerCase() }
      const { id, creator, until, block, buyers: rows, bundles } = await readEarly(db, launch)
      return {
        address,
        until: toDate(until),
        buyers: rows.map((row) => toBuyer(row, { id, creator })),
        heldBps: shareBps(rows.reduce((sum, { balance }) => sum + BigInt(balance), 0n)),
        bundles: bundles.map(toBundle),
        commonSources: toCommonSources(rows),
        block,
      }
    },
  })
}

type Launch = { id: number; creator: string }

function toBuyer({ buyer, tokens, eth, first, balance, sold, sources }: EarlyRow, { id, creator }: Launch) {
  return {
    address: toAddress(buyer),
    isCreator: buyer === creator,
    isFirstBlock: Position.block(first) === Position.block(id),
    boughtTokens: tokens,
    boughtBps: shareBps(BigInt(tokens)),
    boughtEth: eth,
    soldTokens: sold,
    held: balance,
    heldBps: shareBps(BigInt(balance)),
    fundedBy: sources.map(toAddress),
  }
}

function toBundle({ tx, buyers, tokens }: BundleRow) {
  return { transactionHash: tx, buyers: buyers.map(toAddress), tokens }
}

/** Accounts that funded at least two buyers; a funder that also bought counts as one of them. */
function toCommonSources(rows: readonly EarlyRow[]) {
  const isBuyer = new Set(rows.map(({ buyer }) => buyer))
  const sorted = rows.toSorted((a, b) => (a.buyer < b.buyer ? -1 : 1))
  const funding = sorted.flatMap(({ buyer, sources }) => sources.map((source) => ({ source, buyer })))
  return [...Map.groupBy(funding, ({ source }) => source)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([source, funded]) => ({
      source: toAddress(source),
      buyers: [...(isBuyer.has(source) ? [source] : []), ...funded.map(({ buyer }) => buyer)].map(toAddress),
    }))
    .filter(({ buyers }) => buyers.length > 1)
}
