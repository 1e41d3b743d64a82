import type { Chain } from '#chain/Chain.ts'
import { BadAnswer } from './BadAnswer.ts'
import type { BlockRange } from './BlockRange.ts'
import type { Checkpoint } from './Checkpoint.ts'
import * as Event from './Event.ts'
import { Forked } from './Forked.ts'
import { fetchSenders } from './fetchSenders.ts'
import type { Header, Log } from './Log.ts'
import { launchedIn } from './launchedIn.ts'
import * as Source from './Source.ts'
import type { Launched } from './WatchList.ts'

/** Node operators refuse longer lists and larger batches. */
const ADDRESSES_PER_QUERY = 500
const QUERIES_PER_BATCH = 4

type Options = {
  checkpoint: Checkpoint
  /** The last block to fetch. */
  to: number
  emitters: Event.Emitters
  /** Before the range. */
  launched: Launched
}

/**
 * A range of old blocks: logs of the launchpad, transfers of its tokens and events of its pools, queried by address or pool
 * id. Every log must belong to the canonical block at its height.
 */
export async function fetchHistory(chain: Chain, options: Options): Promise<BlockRange> {
  const { checkpoint, to, emitters } = options
  const from = checkpoint.block + 1
  const [known, last] = await Source.headers(chain, [checkpoint.block, to])
  if (!known || !last) throw new BadAnswer(`block ${to} is unknown to the node`)
  if (known.hash !== checkpoint.hash) throw new Forked(`block ${checkpoint.block} was replaced`)
  const own = await Source.logs(chain, [{ from, to, addresses: [emitters.factory, emitters.splitFactory] }])
  const ownEvents = Event.readAll(own, emitters)
  const launched = launchedIn(ownEvents, options.launched)
  const others = await fetchOthers(chain, options, launched)
  const logs = [...own, ...others]
  const headers = await fetchHeaders(chain, [...logs.map(({ block }) => block), to])
  const senders = await fetchSenders(chain, logs, { poolManager: emitters.poolManager, launched })
  requireCanonical(logs, headers)
  const events = inOrder([...ownEvents, ...Event.readAll(others, emitters)])
  return { from, last, headers, events, senders, isLive: false }
}

async function fetchOthers(
  chain: Chain,
  { checkpoint, to, emitters }: Options,
  { tokens, pools }: Launched,
): Promise<Log[]> {
  const range = { from: checkpoint.block + 1, to }
  const transfers = chunks([...tokens], ADDRESSES_PER_QUERY).map((addresses) => ({
    ...range,
    addresses,
    topics: [Event.TRANSFER],
  }))
  const pooled = chunks([...pools], ADDRESSES_PER_QUERY).map((ids) => ({
    ...range,
    addresses: [emitters.poolManager],
    topics: [Event.POOL_TOPICS, ids],
  }))
  const logs: Log[] = []
  for (const queries of chunks<Source.Filter>([...transfers, ...pooled], QUERIES_PER_BATCH))
    for (const log of await Source.logs(chain, queries)) logs.push(log)
  return logs
}

async function fetchHeaders(chain: Chain, blocks: readonly number[]): Promise<Map<number, Header>> {
  const headers = await Source.existingHeaders(chain, [...new Set(blocks)])
  return new Map(headers.map((header) => [header.number, header]))
}

function requireCanonical(logs: readonly Log[], headers: ReadonlyMap<number, Header>): void {
  const foreign = logs.find(({ block, blockHash }) => headers.get(block)?.hash !== blockHash)
  if (foreign) throw new BadAnswer(`a log of block ${foreign.block} has another block hash than the header`)
}

/** The events in chain order without repetitions. */
function inOrder(events: Event.Event[]): Event.Event[] {
  const sorted = events.sort((a, b) => a.position - b.position)
  return sorted.filter(({ position }, index) => sorted[index - 1]?.position !== position)
}

function chunks<T>(values: readonly T[], size: number): T[][] {
  const count = Math.ceil(values.length / size)
  return Array.from({ length: count }, (_, index) => values.slice(index * size, (index + 1) * size))
}
