import { type Kysely, sql } from 'kysely'
import type { Context, Launches, LaunchHappening, LaunchRange } from '#arena/Context.ts'
import * as ChainReport from '#arena/rules/ChainReport.ts'
import * as RoomState from '#arena/rules/RoomState.ts'
import { reconcile } from '#arena/rules/reconcile.ts'
import { lockRooms } from '#arena/store/rooms.ts'
import { save } from '#arena/store/save.ts'
import type { ChainEntryRow, RoomRow, Store, TokenRoomRow } from '#arena/store/tables.ts'
import * as TokenRooms from '#arena/store/tokenRooms.ts'
import * as LeaderElection from '#database/LeaderElection.ts'
import { transaction } from '#database/transaction.ts'

const NEW_ROOMS_MAX = 100

type Advanced = { isMore: boolean; setAside: readonly TokenRooms.SetAside[] }
type Follower = Pick<Context, 'store' | 'committed' | 'now'> & { launches: Launches }

/**
 * Writes the next happenings of the index into the rooms of launches. Entries and position commit together, so that
 * each is reported once; a range that was replaced meanwhile is compared with the log, and the log is corrected by
 * further entries.
 */
export async function followLaunches(follower: Follower, term: LeaderElection.Term): Promise<Advanced> {
  const { store, launches } = follower
  const place = await TokenRooms.readCursor(store)
  const newRooms = await TokenRooms.readNewRooms(store, NEW_ROOMS_MAX)
  const range = await launches.readAfter(
    place,
    newRooms.map(({ token }) => token),
  )
  const isSame = range?.place.block === place?.block && range?.place.seq === place?.seq
  if (!range || (isSame && newRooms.length === 0)) return { isMore: false, setAside: [] }
  const { states, setAside } = await transaction(store, async (tx) => {
    await LeaderElection.assertCurrentTerm(tx as unknown as Kysely<unknown>, term)
    return write(tx, { range, newRooms, now: new Date(follower.now()) })
  })
  follower.committed(states)
  return { isMore: range.isMore || newRooms.length === NEW_ROOMS_MAX, setAside }
}

type Step = { range: LaunchRange; newRooms: readonly TokenRoomRow[]; now: Date }

async function write(tx: Store, { range, newRooms, now }: Step) {
  await TokenRooms.saveCursor(tx, range.place)
  if (range.isReplaced) await TokenRooms.dropAside(tx, range.from)
  const byToken = Map.groupBy(range.happenings, ({ token }) => token)
  const changed = await TokenRooms.readChangedRooms(tx, { ...range, tokens: [...byToken.keys()] })
  const logs = [
    ...changed.map((room) => ({ room, happenings: sinceStart(room, byToken.get(room.token) ?? []), from: range.from })),
    ...newRooms.map((room) => newLog(room, range)),
  ]
  // Most blocks concern no room, and nobody waits for a position without entries.
  if (logs.length === 0) {
    await sql`select set_config('synchronous_commit', 'off', true)`.execute(tx)
    return { states: [], setAside: [] }
  }
  const rooms = await lockRooms(
    tx,
    logs.map(({ room }) => room.room_id),
  )
  const held = await TokenRooms.readChainEntries(
    tx,
    rooms.map(({ id }) => id),
    range.from,
  )
  const done = rooms.flatMap((room) => {
    const log = logs.find(({ room: { room_id } }) => room_id === room.id)
    return log ? [correct(room, { ...log, entries: held.get(room.id) ?? [] }, { range, now })] : []
  })
  const states = done.map(({ state }) => state)
  await save(tx, states)
  await TokenRooms.saveChainChanges(
    tx,
    done.map(({ change }) => change),
  )
  return {
    states,
    setAside: await TokenRooms.insertAside(
      tx,
      done.flatMap(({ aside }) => aside),
    ),
  }
}

/** The log of a room with a long history starts late, but always has the launch. */
function sinceStart({ from_position }: TokenRoomRow, happenings: readonly LaunchHappening[]) {
  return happenings.filter(({ position, kind }) => kind === 'launched' || position >= (from_position ?? 0))
}

function newLog(room: TokenRoomRow, { histories }: LaunchRange) {
  const { from = 0, happenings = [] } = histories.get(room.token) ?? {}
  return { room: { ...room, from_position: from }, happenings, from: 0 }
}

type Log = { room: TokenRoomRow; happenings: readonly LaunchHappening[]; from: number; entries: ChainEntryRow[] }

/** Appends new reports to the log, after a correction if some of its entries are no longer valid. */
function correct(
  row: RoomRow,
  { room, happenings, from, entries }: Log,
  { range, now }: { range: LaunchRange; now: Date },
) {
  const state = RoomState.create(row, [])
  const { reports, aside } = describe(room.room_id, happenings)
  const launch = launchOf({ room, happenings, from })
  const endsAt = launch.opening_ends_at
  const due = endsAt > 0 && endsAt <= range.until ? [ChainReport.ofOpening(endsAt)] : []
  const { replaced, added } = reconcile(entries, ChainReport.inOrder([...due, ...reports]), range.end)
  if (replaced.length > 0) RoomState.report(state, ChainReport.ofReplaced(replaced), now)
  const appended = added.map(({ position, kind, digest, content, event }): ChainEntryRow => {
    const { seq } = RoomState.report(state, { content, event }, now)
    return { room_id: row.id, seq, position, kind, digest }
  })
  const opening_seq = openingOf(room, replaced, appended)
  return { state, aside, change: { room: { ...room, ...launch, opening_seq }, replaced, added: appended } }
}

/** One that cannot be described is set aside, without the others. */
function describe(room_id: string, happenings: readonly LaunchHappening[]) {
  const reports: ChainReport.ChainReport[] = []
  const aside: TokenRooms.SetAside[] = []
  for (const happening of happenings) {
    try {
      reports.push(ChainReport.of(happening))
    } catch (error) {
      const { position, kind } = happening
      aside.push({ room_id, position, kind, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  return { reports, aside }
}

/** Where the launch is and when its opening ends, as the range says or as it was before the range. */
function launchOf({ room, happenings, from }: Omit<Log, 'entries'>) {
  const launched = happenings.find(({ kind }) => kind === 'launched')
  if (launched)
    return { launch_position: launched.position, opening_ends_at: Number(launched.details['openingEndsAt'] ?? 0) }
  const { launch_position, opening_ends_at } = room
  return launch_position !== null && launch_position < from
    ? { launch_position, opening_ends_at }
    : { launch_position: null, opening_ends_at: 0 }
}

function openingOf({ opening_seq }: TokenRoomRow, replaced: readonly number[], appended: readonly ChainEntryRow[]) {
  const next = appended.find(({ kind }) => kind === 'opening_ended')
  if (next) return next.seq
  return opening_seq !== null && replaced.includes(opening_seq) ? null : opening_seq
}
