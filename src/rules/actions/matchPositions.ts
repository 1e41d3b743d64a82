import { assertCurrentTerm, type Term } from '#database/LeaderElection.ts'
import { transaction } from '#database/transaction.ts'
import type { Context } from '#rules/Context.ts'
import { keyOfPosition, type PositionName, positionHappenings } from '#rules/rules/positionHappenings.ts'
import * as Positions from '#rules/store/Positions.ts'
import type { Store } from '#rules/store/tables.ts'
import type { Backlogs } from './createBacklogs.ts'
import * as Matcher from './Matcher.ts'
import type { PositionReader, ReadPosition } from './readPositions.ts'
import { recordFirings, type Stepped } from './recordFirings.ts'

type Watching = Pick<Context, 'store' | 'now'> & {
  chainId: number
  term: Term
  matcher: Matcher.Matcher
  backlogs: Backlogs
  read: PositionReader
  /** Reports positions that could not be read; the others continue. */
  unread(err: unknown): void
  refresh(): Promise<void>
}

/** Positions per round trip. */
const READ = 25

/** Reads the positions of one chain that rules name, and compares each with its state at the last read. */
export async function matchPositions(watching: Watching): Promise<Stepped> {
  const pending: Stepped['pending'] = []
  let isStored = false
  for (const protocol of ['V3', 'V4'] as const) {
    const names = namesOf(watching, protocol)
    for (let start = 0; start < names.length; start += READ) {
      const read = await watching.read(names.slice(start, start + READ)).catch(watching.unread)
      const stepped = await matchSome(watching, read ?? [])
      pending.push(...stepped.pending)
      isStored ||= stepped.isStored
    }
  }
  return { pending, isStored, hasMore: false }
}

function namesOf({ matcher, chainId }: Watching, protocol: PositionName['protocol']): PositionName[] {
  const names = [...matcher.positions.values()]
  return names.filter((name) => name.chainId === chainId && name.protocol === protocol)
}

async function matchSome(
  { store, term, matcher, backlogs, refresh, now }: Watching,
  read: readonly ReadPosition[],
): Promise<Pick<Stepped, 'pending' | 'isStored'>> {
  const known = await Positions.read(
    store,
    read.map(({ name }) => keyOfPosition(name)),
  )
  const found = read.map(({ name, state, block }) => {
    const key = keyOfPosition(name)
    const before = known.get(key)
    const happenings = before ? positionHappenings(before, state, { name, block, at: now() }) : []
    return { key, state, happenings, isChanged: !before || happenings.length > 0 }
  })
  const changed = found.filter(({ isChanged }) => isChanged)
  if (changed.length === 0) return { pending: [], isStored: false }
  await refresh()
  const firings = changed.flatMap(({ happenings }) => happenings.flatMap((one) => Matcher.fire(matcher, one)))
  const states = changed.map(({ key, state: { isInRange, fees0, fees1 } }) => ({ key, isInRange, fees0, fees1 }))
  const pending = await transaction(store, async (tx: Store) => {
    await assertCurrentTerm(tx, term)
    await Positions.save(tx, states)
    return recordFirings(tx, backlogs, firings)
  })
  return { pending, isStored: firings.length > 0 }
}
