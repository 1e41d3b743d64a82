import type { Chain } from '#chain/Chain.ts'
import * as Interest from './Interest.ts'
import { BadAnswer, type Header } from './Log.ts'
import type { Checkpoint } from './Office.ts'
import { proveLogs } from './proveLogs.ts'
import type { Range } from './Range.ts'
import * as Source from './Source.ts'
import type { Stretch } from './Stretch.ts'

/** The chain continues from another block than the checkpoint. */
export class Forked extends Error {
  override readonly name = 'Forked'
}

type Options = { checkpoint: Checkpoint; last: Header; interest: Interest.Interest; range: Range }

/** The blocks from the checkpoint to `last`, each linked to the one before it and with all of its logs. */
export async function fetchProven(chain: Chain, options: Options): Promise<Omit<Stretch, 'isLive'>> {
  const { checkpoint, last } = options
  const between = Array.from({ length: last.number - checkpoint.block - 1 }, (_, index) => checkpoint.block + 1 + index)
  const headers = [...(await Source.existingHeaders(chain, between)), last]
  requireLinks(headers)
  if (headers[0]?.parentHash !== checkpoint.hash) throw new Forked(`block ${checkpoint.block} was replaced`)
  const logs = await fetchLogs(chain, headers, options)
  const byNumber = new Map(headers.map((header) => [header.number, header]))
  return { from: checkpoint.block + 1, last, headers: byNumber, logs }
}

/** From the first block that may matter on, all of them: what it creates may be moved in any later one. */
async function fetchLogs(chain: Chain, headers: readonly Header[], options: Options): Promise<Stretch['logs']> {
  const first = headers.findIndex((header) => Interest.mayConcern(options.interest, header))
  return first === -1 ? [] : proveLogs(chain, headers.slice(first), options.range)
}

function requireLinks(headers: readonly Header[]): void {
  headers.forEach((header, index) => {
    const parent = headers[index - 1]
    if (parent && header.parentHash !== parent.hash)
      throw new BadAnswer(`block ${header.number} does not follow its parent`)
  })
}
