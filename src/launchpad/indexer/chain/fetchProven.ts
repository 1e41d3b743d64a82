import type { Chain } from '#chain/Chain.ts'
import { BadAnswer } from './BadAnswer.ts'
import type { BlockRange } from './BlockRange.ts'
import type { Checkpoint } from './Checkpoint.ts'
import * as Event from './Event.ts'
import { Forked } from './Forked.ts'
import { fetchSenders } from './fetchSenders.ts'
import type { Header, Log } from './Log.ts'
import { launchedIn } from './launchedIn.ts'
import { proveLogs } from './proveLogs.ts'
import type { RangeSize } from './RangeSize.ts'
import * as Source from './Source.ts'
import * as WatchList from './WatchList.ts'

type Options = {
  checkpoint: Checkpoint
  last: Header
  emitters: Event.Emitters
  watchList: WatchList.WatchList
  rangeSize: RangeSize
}

/** The blocks from the checkpoint to `last`, each linked to the one before it and with all of its logs. */
export async function fetchProven(chain: Chain, options: Options): Promise<Omit<BlockRange, 'isLive'>> {
  const { checkpoint, last, emitters, watchList } = options
  const between = Array.from({ length: last.number - checkpoint.block - 1 }, (_, index) => checkpoint.block + 1 + index)
  const headers = [...(await Source.existingHeaders(chain, between)), last]
  requireLinks(headers)
  if (headers[0]?.parentHash !== checkpoint.hash) throw new Forked(`block ${checkpoint.block} was replaced`)
  const logs = await fetchLogs(chain, headers, options)
  const events = Event.readAll(logs, emitters)
  const launched = launchedIn(events, watchList)
  const senders = await fetchSenders(chain, logs, { poolManager: emitters.poolManager, launched })
  const byNumber = new Map(headers.map((header) => [header.number, header]))
  return { from: checkpoint.block + 1, last, headers: byNumber, events, senders }
}

/** Every block from the first that may matter, because a token created there can move in any later block. */
async function fetchLogs(chain: Chain, headers: readonly Header[], options: Options): Promise<Log[]> {
  const first = headers.findIndex((header) => WatchList.mayConcern(options.watchList, header))
  return first === -1 ? [] : proveLogs(chain, headers.slice(first), options.rangeSize)
}

function requireLinks(headers: readonly Header[]): void {
  headers.forEach((header, index) => {
    const parent = headers[index - 1]
    if (parent && header.parentHash !== parent.hash)
      throw new BadAnswer(`block ${header.number} does not follow its parent`)
  })
}
