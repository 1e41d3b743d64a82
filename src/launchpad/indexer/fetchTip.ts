import type { Chain } from '#chain/Chain.ts'
import * as Interest from './Interest.ts'
import { BadAnswer, type Header } from './Log.ts'
import type { Checkpoint } from './Office.ts'
import { proveLogs } from './proveLogs.ts'
import * as Source from './Source.ts'
import type { Stretch } from './Stretch.ts'

/** The chain continues from another block than the checkpoint. */
export class Forked extends Error {
  override readonly name = 'Forked'
}

type Options = { checkpoint: Checkpoint; head: Header; interest: Interest.Interest }

/** The blocks from the checkpoint to the head, each linked to the one before it and with all of its logs. */
export async function fetchTip(chain: Chain, { checkpoint, head, interest }: Options): Promise<Stretch> {
  const between = Array.from({ length: head.number - checkpoint.block - 1 }, (_, index) => checkpoint.block + 1 + index)
  const headers = [...(await Source.existingHeaders(chain, between)), head]
  requireLinks(headers)
  if (headers[0]?.parentHash !== checkpoint.hash) throw new Forked(`block ${checkpoint.block} was replaced`)
  const logs = await fetchLogs(chain, headers, interest)
  const byNumber = new Map(headers.map((header) => [header.number, header]))
  return { from: checkpoint.block + 1, last: head, headers: byNumber, logs, isLive: true }
}

async function fetchLogs(
  chain: Chain,
  headers: readonly Header[],
  interest: Interest.Interest,
): Promise<Stretch['logs']> {
  const first = headers.findIndex((header) => Interest.mayConcern(interest, header))
  if (first === -1) return []
  const last = headers.findLastIndex((header) => Interest.mayConcern(interest, header))
  return proveLogs(chain, headers.slice(first, last + 1))
}

function requireLinks(headers: readonly Header[]): void {
  headers.forEach((header, index) => {
    const parent = headers[index - 1]
    if (parent && header.parentHash !== parent.hash)
      throw new BadAnswer(`block ${header.number} does not follow its parent`)
  })
}
