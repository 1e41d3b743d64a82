import { sql } from 'kysely'
import { mnemonicToAccount } from 'viem/accounts'
import { MNEMONIC } from '#devnet/accounts.ts'
import { createTestDatabase } from '../database/database.ts'
import { eventually } from '../database/databaseService.ts'
import type { LaunchChain } from '../launchpad/launchChain.ts'
import { type LaunchService, startLaunchService } from '../launchpad/launchService.ts'
import { type ArenaService, createArenaService, migrations } from './arenaService.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shape themselves.
type Entry = any

export type LaunchRooms = AsyncDisposable & {
  launches: LaunchService
  arena: ArenaService
  /** Waits until the rooms have everything that is mined, and those that were made their history. */
  followed(): Promise<void>
  /** All entries of a room, as a reader gets them page by page. */
  entries(room: string): Promise<Entry[]>
  /** A session of the account of the chain with this index. */
  signIn(index: number): Promise<string>
}

/** Launches and rooms on one database, with the real index. `isFollowing`: this process writes the rooms of launches. */
export async function startLaunchRooms({
  chain,
  isFollowing = true,
}: {
  chain?: LaunchChain
  isFollowing?: boolean
} = {}): Promise<LaunchRooms> {
  await using opened = new AsyncDisposableStack()
  const database = opened.use(await createTestDatabase({ migrations }))
  const launches = opened.use(await startLaunchService({ database, ...(chain && { chain }) }))
  const { tradePrices: prices, launchLog } = launches.launchpad
  const arena = opened.use(await createArenaService({ database, prices, launches: launchLog }))
  if (isFollowing) arena.arena.start()
  const owned = opened.move()
  return {
    launches,
    arena,
    async followed() {
      await launches.settled()
      await eventually(() => isFollowed(database.kysely), { what: 'the rooms of launches' })
    },
    async entries(room) {
      const all: Entry[] = []
      for (let after = 0; ; after = all.at(-1).seq) {
        const { body } = await arena.send('GET', `/rooms/${room}/messages?limit=200&after=${after}`)
        all.push(...body.messages)
        if (body.nextCursor === null) return all
      }
    },
    signIn: (addressIndex) => arena.keys.signIn(mnemonicToAccount(MNEMONIC, { addressIndex }) as never),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function isFollowed(db: Parameters<ReturnType<typeof sql>['execute']>[0]): Promise<boolean> {
  const { rows } = await sql<{ is_followed: boolean }>`
    select coalesce((select a.block = c.block and a.seq >= c.last_seq from arena_chain_cursor a, launch_chain c), false)
      and not exists (select from arena_token_rooms where from_position is null) as is_followed`.execute(db)
  return rows[0]?.is_followed ?? false
}

/** The entries that hold: what the chain did, without what it took back. */
export function holding(entries: readonly Entry[]): Entry[] {
  const gone = new Set(entries.flatMap(({ event }) => event?.entries ?? []))
  return entries.filter(({ seq, event }) => event?.onchain && !gone.has(seq))
}
