import type { Chain } from '#chain/Chain.ts'
import * as Event from './Event.ts'
import { checked } from './fetchHistory.ts'
import type { Header, Log, MissingLogs } from './Log.ts'
import { fromReceipts } from './proveLogs.ts'
import * as Source from './Source.ts'
import type { Stretch } from './Stretch.ts'

const ATTEMPTS = 4

type Options = { error: MissingLogs; emitters: Event.Emitters }

/** The stretch with what else the node has on a token: its logs alone, asked several times, and a block's receipts. */
export async function mend(chain: Chain, stretch: Stretch, { error, emitters }: Options): Promise<Stretch> {
  const { block, token } = error
  const range = { from: stretch.from, to: block }
  const found: Log[] = []
  for (let attempt = 0; attempt < ATTEMPTS; attempt++)
    found.push(...(await Source.logs(chain, logsOfToken({ ...range, token, factory: emitters.factory }))))
  const headers = new Map(stretch.headers)
  const missing = [...new Set([block, ...found.map((log) => log.block)])].filter((number) => !headers.has(number))
  for (const header of await Source.existingHeaders(chain, missing)) headers.set(header.number, header)
  found.push(...(await fromReceipts(chain, headers.get(block) as Header)))
  return { ...stretch, headers, logs: checked([...stretch.logs, ...found], headers) }
}

type TokenRange = { from: number; to: number; token: string; factory: string }

/** Queries for everything the launchpad and the token itself say about the token. */
export function logsOfToken({ from, to, token, factory }: TokenRange): Source.Filter[] {
  const topic = `0x${token.slice(2).padStart(64, '0')}`
  return [
    { from, to, addresses: [factory], topics: [null, topic] },
    { from, to, addresses: [token], topics: [Event.TRANSFER] },
  ]
}
