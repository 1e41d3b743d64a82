import { z } from 'zod'
import { none } from '#core/Access.ts'
import { define, type Operation, REVALIDATED } from '#core/Operation.ts'
import { Address, toAddress } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import { BURNED } from '#launchpad/records/Launch.ts'
import * as Position from '#launchpad/records/LogPosition.ts'
import { readChain } from '#launchpad/store/readChain.ts'
import {
  type BundleRow,
  type EarlyRow,
  type FundingRow,
  readBundles,
  readEarlyBuyers,
  readFunding,
} from '#launchpad/store/readEarly.ts'
import { requireToken } from '#launchpad/store/requireToken.ts'
import { readFollowedBlock } from '#launchpad/store/wallets.ts'
import { EarlyBuyers } from '#launchpad/wire/early.ts'
import { shareBps, toDate } from '#launchpad/wire/toWire.ts'
import { paths } from '#launchpad/wire/urls.ts'

const Request = z.strictObject({ address: Address.meta({ description: 'The token.' }) })

const EARLY_SECONDS = 60

export function early({ db, factory, revisions }: Context): Operation {
  return define({
    name: 'listLaunchEarlyBuyers',
    method: 'GET',
    path: paths.early,
    tag: 'launchpad',
    summary: 'List the early buyers of a token.',
    description:
      'Accounts that bought in the first block and in the opening, what they hold and have sold since, and who paid for them.',
    access: none,
    limit: 'read',
    errors: ['not_found', 'unavailable'],
    cacheControl: REVALIDATED,
    revision: revisions.index,
    request: Request,
    response: EarlyBuyers,
    async handle({ address }) {
      const token = address.toLowerCase()
      const { id, creator, createdAt, openingEndsAt } = await requireToken(db, token)
      const { pool_manager: poolManager } = await readChain(db)
      const until = openingEndsAt === 0 ? createdAt + EARLY_SECONDS : openingEndsAt
      const launch = { id, until, except: [factory.address.toLowerCase(), poolManager, BURNED, token] }
      const [block, rows, bundles] = await Promise.all([
        readFollowedBlock(db),
        readEarlyBuyers(db, launch),
        readBundles(db, launch),
      ])
      const buyers = rows.map(({ buyer }) => buyer)
      const funding = await readFunding(db, buyers, until)
      return {
        address,
        until: toDate(until),
        buyers: rows.map((row) => toBuyer(row, { id, creator, funding })),
        heldBps: shareBps(rows.reduce((sum, { balance }) => sum + BigInt(balance), 0n)),
        bundles: bundles.map(toBundle),
        commonSources: toCommonSources(funding, buyers),
        block,
      }
    },
  })
}

type Launch = { id: number; creator: string; funding: readonly FundingRow[] }

function toBuyer({ buyer, tokens, eth, first, balance, sold }: EarlyRow, { id, creator, funding }: Launch) {
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
    fundedBy: funding.filter((row) => row.buyer === buyer).map(({ source }) => toAddress(source)),
  }
}

function toBundle({ tx, buyers, tokens }: BundleRow) {
  return { transactionHash: tx, buyers: buyers.map(toAddress), tokens }
}

/** Accounts that funded at least two buyers; a funder that also bought counts as one of them. */
function toCommonSources(funding: readonly FundingRow[], buyers: readonly string[]) {
  const groups = Map.groupBy(funding, ({ source }) => source)
  return [...groups]
    .map(([source, rows]) => ({
      source,
      buyers: [...(buyers.includes(source) ? [source] : []), ...rows.map(({ buyer }) => buyer)],
    }))
    .filter((group) => group.buyers.length > 1)
    .map((group) => ({ source: toAddress(group.source), buyers: group.buyers.map(toAddress) }))
}
