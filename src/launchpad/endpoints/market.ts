import { zeroAddress } from 'viem'
import { z } from 'zod'
import { none } from '#core/Access.ts'
import { ApiError, invalidField } from '#core/ApiError.ts'
import { define, type Operation, REVALIDATED } from '#core/Operation.ts'
import { Address } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import { readChain } from '#launchpad/store/readChain.ts'
import { readCurveTrades } from '#launchpad/store/readCurveTrades.ts'
import { readTokenRow } from '#launchpad/store/readTokenRow.ts'
import {
  AssetAnswer,
  BlockAnswer,
  EventsAnswer,
  PairAnswer,
  toAsset,
  toMarketEvent,
  toPair,
} from '#launchpad/wire/market.ts'

const PATH = '/api/launchpad/market'
const EVENTS_MAX = 5_000
const common = { method: 'GET', tag: 'launchpad', access: none, limit: 'read', cacheControl: REVALIDATED } as const

const Id = z.strictObject({ id: Address.meta({ description: 'The address of a token; the zero address for ETH.' }) })

const Blocks = z.strictObject({
  fromBlock: blockNumber('The first block.'),
  toBlock: blockNumber('The last block, included; at most the one of latest-block.'),
})

function blockNumber(description: string) {
  return z
    .string()
    .regex(/^[0-9]{1,12}$/, 'must be the number of a block')
    .transform(Number)
    .meta({ description })
}

/** The curve's trades in the form that DexScreener and GeckoTerminal read. Trades in pools are those of Uniswap v4. */
export function market(context: Context): Operation[] {
  return [latestBlock(context), asset(context), pair(context), events(context)]
}

function latestBlock({ db, revisions }: Context): Operation {
  return define({
    ...common,
    revision: revisions.index,
    name: 'getLaunchMarketBlock',
    path: `${PATH}/latest-block`,
    summary: 'Read the newest block whose market events are complete.',
    errors: ['unavailable'],
    request: z.strictObject({}),
    response: BlockAnswer,
    async handle() {
      const { block, block_time: blockTimestamp } = await readChain(db)
      return { block: { blockNumber: block, blockTimestamp } }
    },
  })
}

function asset({ db, revisions }: Context): Operation {
  return define({
    ...common,
    revision: revisions.index,
    name: 'getLaunchMarketAsset',
    path: `${PATH}/asset`,
    summary: 'Read a launched token, or ETH, as an asset of the market.',
    errors: ['not_found', 'unavailable'],
    request: Id,
    response: AssetAnswer,
    async handle({ id }) {
      if (id === zeroAddress) return { asset: { id, name: 'Ether', symbol: 'ETH', decimals: 18 } }
      return { asset: toAsset(await requireRow(db, id)) }
    },
  })
}

function pair({ db, revisions }: Context): Operation {
  return define({
    ...common,
    revision: revisions.index,
    name: 'getLaunchMarketPair',
    path: `${PATH}/pair`,
    summary: 'Read the curve of a launched token as a pair of the market.',
    errors: ['not_found', 'unavailable'],
    request: Id,
    response: PairAnswer,
    handle: async ({ id }) => ({ pair: toPair(await requireRow(db, id)) }),
  })
}

function events({ db, revisions }: Context): Operation {
  return define({
    ...common,
    revision: revisions.index,
    name: 'listLaunchMarketEvents',
    path: `${PATH}/events`,
    summary: 'List the curve trades in a range of blocks.',
    errors: ['unavailable'],
    request: Blocks,
    response: EventsAnswer,
    async handle({ fromBlock, toBlock }) {
      if (fromBlock > toBlock) throw invalidField('fromBlock', 'must not be after toBlock')
      const { block, trades } = await readCurveTrades(db, { fromBlock, toBlock, limit: EVENTS_MAX + 1 })
      if (toBlock > block) throw invalidField('toBlock', `must be at most ${block}, the newest block that is complete`)
      if (trades.length > EVENTS_MAX)
        throw invalidField('toBlock', `ends a range with more than ${EVENTS_MAX} events. Request fewer blocks`)
      return { events: trades.map(toMarketEvent) }
    },
  })
}

async function requireRow(db: Context['db'], id: string) {
  const row = await readTokenRow(db, id.toLowerCase())
  if (!row) throw new ApiError('not_found', 'No launch has this address. GET /api/launchpad/tokens lists launches.')
  return row
}
