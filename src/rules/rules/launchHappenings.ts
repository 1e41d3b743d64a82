import type { EventTypeName } from './eventTypes.ts'
import type { Happening } from './Happening.ts'

/** A numbered event of the launch index, as its outbox holds it. */
export type LaunchRow = {
  seq: number
  kind: string
  body: string
  /** The levels before and after a range of blocks, or whose trade it is. */
  facts: string | null
  writtenAt: Date
}

type Json = Record<string, unknown>
type Level = 'price' | 'marketCap' | 'progressBps' | 'claimable'
type Levels = Record<Level | 'released', string | number>
type LevelFacts = { block: number; before: Levels | null; after: Levels }

const LEVELS: readonly [EventTypeName, Level][] = [
  ['launch.price', 'price'],
  ['launch.market_cap', 'marketCap'],
  ['launch.progress', 'progressBps'],
  ['launch.fees_claimable', 'claimable'],
]

/** The meaning of an event of the launch index for rules. */
export function launchHappenings(row: LaunchRow): Happening[] {
  if (row.kind === 'token') return [created(row)]
  if (row.kind === 'trade') return traded(row)
  if (row.kind === 'graduation') return [graduated(row)]
  if (row.kind === 'progress' && row.facts !== null) return moved(row, JSON.parse(row.facts))
  return []
}

function created(row: LaunchRow): Happening {
  const { address, name, symbol, untrusted, imitates, creator, createdAtBlock, createdAtTx, links } = parse(row)
  const data = { address, name, symbol, untrusted, imitates, creator, createdAtBlock, createdAtTx, links }
  return { ...at(row, createdAtBlock), type: 'launch.created', fields: { creator: String(creator) }, data }
}

function traded(row: LaunchRow): Happening[] {
  const data = parse(row)
  const fields = { token: String(data['address']), trader: String(data['trader']), side: String(data['side']) }
  const trade = { ...at(row, data['block']), fields, value: BigInt(String(data['ethAmount'])), data }
  const isCreatorSale = row.facts !== null && data['side'] === 'sell'
  return [
    { ...trade, type: 'launch.trade' },
    ...(isCreatorSale ? [{ ...trade, type: 'launch.creator_sold' as const }] : []),
  ]
}

function graduated(row: LaunchRow): Happening {
  const data = parse(row)
  const fields = { token: String(data['address']) }
  return { ...at(row, data['graduatedAtBlock']), type: 'launch.graduated', fields, data }
}

function moved(row: LaunchRow, { block, before, after }: LevelFacts): Happening[] {
  const { address } = parse(row)
  const fields = { token: String(address) }
  const levels = LEVELS.flatMap(([type, level]): Happening[] => {
    const from = before?.[level] ?? firstOf(level)
    if (from === undefined || String(from) === String(after[level])) return []
    const data = { address, block, value: String(after[level]), before: String(from) }
    return [{ ...at(row, block), type, fields, value: BigInt(after[level]), before: BigInt(from), data }]
  })
  const amount = BigInt(after.released) - BigInt(before?.released ?? 0)
  const data = { address, block, amount: String(amount), released: String(after.released) }
  return amount > 0n ? [...levels, { ...at(row, block), type: 'launch.lock_released', fields, data }] : levels
}

/** A launch starts without progress and fees; its first price crosses nothing. */
function firstOf(level: Level): number | undefined {
  return level === 'price' || level === 'marketCap' ? undefined : 0
}

function at({ writtenAt }: LaunchRow, block: unknown) {
  return { at: writtenAt.getTime(), block: Number(block), hops: 0 }
}

function parse({ body }: LaunchRow): Json {
  return JSON.parse(body)
}
