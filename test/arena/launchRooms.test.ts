import { join } from 'node:path'
import { sql } from 'kysely'
import { type Address, parseEther } from 'viem'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { holding, type LaunchRooms, startLaunchRooms } from '../setup/arena/launchRooms.ts'
import { lineOf, recountRoom } from '../setup/arena/recountRoom.ts'
import { seeded } from '../setup/chain/rpcLies.ts'
import { startProgram } from '../setup/launchpad/indexerProcess.ts'
import * as Launch from '../setup/launchpad/launchChain.ts'
import { createSplit } from '../setup/launchpad/launchStates.ts'
import { createLegalActivity } from '../setup/launchpad/legalActivity.ts'
import { deployDonor } from '../setup/launchpad/poolHelpers.ts'
import { readRawChain } from '../setup/launchpad/rawChain.ts'

const SEED = Number(process.env['SEED'] ?? 4663)
const ROUNDS = inject('deep') ? 40 : 6
const program = join(import.meta.dirname, '../setup/arena/launchRoomsProcess.ts')

let rooms: LaunchRooms
let reorgs = 0

/** Posts to every room while the chain goes on, loses its blocks, and the writer of the rooms is killed. */
beforeAll(async () => {
  rooms = await startLaunchRooms({ isFollowing: false })
  const { chain, database, rpc } = rooms.launches
  const start = () => startProgram(program, [database.url, rpc.url])
  let writer = start()
  try {
    const helpers = { donor: await deployDonor(chain, chain.accounts[0] as Address), split: await createSplit(chain) }
    const random = seeded(SEED)
    const speaker = await rooms.signIn(0)
    for (let round = 0; round < ROUNDS; round++) {
      const before = await chain.snapshot()
      await createLegalActivity(chain, SEED + 10 * round, helpers).run(8)
      await openRooms(random, speaker)
      if (random() < 0.5 || round === 2) {
        await rooms.followed()
        await compare()
        await chain.revert(before)
        reorgs += 1
        await createLegalActivity(chain, -SEED - 10 * round, helpers).run(6)
      }
      if (random() < 0.4 || round === 3) {
        await writer.kill()
        writer = start()
      }
    }
    await lockAndProvide()
    await openRooms(() => 0, speaker)
    await rooms.followed()
  } finally {
    await writer.kill()
  }
}, 600_000)
afterAll(() => rooms?.[Symbol.asyncDispose]())

/** A lock that is released and liquidity that is added, whatever the random history has. */
async function lockAndProvide(): Promise<void> {
  const { chain } = rooms.launches
  const [ann, bob] = chain.accounts as [Address, Address]
  await chain.mine([
    Launch.createWith(ann, { name: 'Locked', symbol: 'LOCKED', value: parseEther('0.2') }, { lockDays: 30 }),
  ])
  const token = await Launch.newestToken(chain)
  await chain.wait(86_400)
  await chain.mine([Launch.releaseLock(ann, token), Launch.buy(bob, token, parseEther('10'))])
  const position = { tickLower: 170_000, tickUpper: 171_000, liquidity: 10n ** 20n }
  await chain.mine([...Launch.addPosition(bob, token, position)])
}

/** Rooms are made at any time of a launch. */
async function openRooms(random: () => number, as: string): Promise<void> {
  await rooms.launches.settled()
  for (const { token } of await rooms.launches.chain.curves()) {
    if (random() > 0.5) continue
    const joined = await rooms.arena.send('POST', `/rooms/${token}/join`, { as, body: { type: 'human' } })
    expect(joined.status).toBe(200)
    const posted = await rooms.arena.send('POST', `/rooms/${token}/messages`, { as, body: { content: 'Who is in?' } })
    expect(posted.status).toBe(201)
  }
}

async function made(): Promise<string[]> {
  const { rows } = await sql<{ token: string }>`select token from arena_token_rooms`.execute(
    rooms.launches.database.kysely,
  )
  return rows.map(({ token }) => token)
}

async function compare(): Promise<void> {
  const { logs, headTime } = await readRawChain(rooms.launches.chain)
  for (const token of await made()) {
    const entries = await rooms.entries(token)
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1))
    expect([token, holding(entries).map(lineOf)]).toEqual([token, recountRoom(logs, token, headTime)])
  }
}

test('after reorganisations and kills every log has no gap and equals a recount of raw logs', async () => {
  expect(reorgs).toBeGreaterThan(0)
  await compare()
  const all = (await Promise.all((await made()).map(rooms.entries))).flat()
  const types = new Set(all.map(({ event, kind }) => event?.type ?? kind))
  const kinds = [
    'launched',
    'trade',
    'graduated',
    'claimed',
    'released',
    'liquidity',
    'opening_ended',
    'replaced',
    'joined',
    'message',
  ]
  expect(kinds.filter((kind) => !types.has(kind))).toEqual([])
})

test('a reader from the beginning gets the same log as a stream', async () => {
  const [token = ''] = await made()
  const entries = await rooms.entries(token)
  await using stream = await rooms.arena.follow(`/rooms/${token}/events`, { headers: { 'last-event-id': '0' } })
  await stream.until(({ id }) => id === entries.length)
  const seen = stream.frames.filter(({ event }) => event !== 'ready').map(({ data }) => data)
  expect(seen).toEqual(entries)
})
