import { sql } from 'kysely'
import { type Address, encodeFunctionData, erc20Abi, parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createRoomLookUp } from '#arena/actions/openTokenRoom.ts'
import type { Tables } from '#arena/store/tables.ts'
import { holding, type LaunchRooms, startLaunchRooms } from '../setup/arena/launchRooms.ts'
import { eventually } from '../setup/database/databaseService.ts'
import * as Launch from '../setup/launchpad/launchChain.ts'

const ANN = 0
const BOB = 1
const CAS = 2
let rooms: LaunchRooms
let ann: Address
let bob: Address
let cas: Address
let token: Address
let session: string[]

beforeAll(async () => {
  rooms = await startLaunchRooms()
  const { chain } = rooms.launches
  ;[ann, bob, cas] = chain.accounts as [Address, Address, Address]
  await chain.mine([Launch.create(ann, { name: 'Room', symbol: 'ROOM', value: parseEther('0.05') })])
  token = await Launch.newestToken(chain)
  await chain.mine([Launch.buy(bob, token, parseEther('1'))])
  await rooms.followed()
  session = await Promise.all([ANN, BOB, CAS].map(rooms.signIn))
  for (const [index, displayName] of ['Ann', 'Bob', 'Cas'].entries())
    expect((await post('join', index, { displayName, type: 'human' })).status).toBe(200)
})
afterEach(() => expect(rooms.arena.failures.splice(0)).toEqual([]))
afterAll(() => rooms?.[Symbol.asyncDispose]())

const post = (path: string, as: number, body: object = {}) =>
  rooms.arena.send('POST', `/rooms/${token}/${path}`, { as: session[as], body })
const read = async (as?: number) =>
  (await rooms.arena.send('GET', `/rooms/${token}`, as === undefined ? {} : { as: session[as] })).body
const say = async (as: number, content: string) => (await post('messages', as, { content })).body.message.id

/** The badges by name, without the members who have none. */
async function badges(): Promise<Record<string, string[]>> {
  const { participants } = (await read()).room
  return Object.fromEntries(
    participants.map(({ name, badges: own }: { name: string; badges: string[] }) => [name, own]),
  )
}

test('a launch has one room, by its address in any case and by its id', async () => {
  const { room } = await read()
  expect(room).toMatchObject({ token, visibility: 'PUBLIC', joinMode: 'OPEN', maxAgents: 500, maxRounds: null })
  for (const name of [room.id, token.toLowerCase(), `0x${token.slice(2).toUpperCase()}`])
    expect((await rooms.arena.send('GET', `/rooms/${name}`)).body.room.id).toBe(room.id)
  const { status, body } = await rooms.arena.send('GET', `/rooms/${ann}`)
  expect([status, body.code, body.message]).toEqual([
    404,
    'not_found',
    expect.stringContaining('/api/launchpad/tokens'),
  ])
})

test('reads make no room, and first uses at the same moment make one', async () => {
  const { chain } = rooms.launches
  await chain.mine([Launch.create(bob, { name: 'Twice', symbol: 'TWICE' })])
  await rooms.followed()
  const other = await Launch.newestToken(chain)
  for (const path of ['', '/messages', '/events']) {
    const { status, body } = await rooms.arena.send('GET', `/rooms/${other}${path}`)
    expect([path, status, body.message]).toEqual([path, 404, expect.stringContaining('/join creates it')])
  }
  const count = async () => (await rooms.arena.send('GET', '/rooms?limit=100')).body.rooms.length
  const before = await count()
  const as = await Promise.all(Array.from({ length: 4 }, (_, index) => rooms.signIn(index)))
  const join = (session: string) => rooms.arena.send('POST', `/rooms/${other}/join`, { as: session, body: {} })
  expect((await Promise.all(as.map(join))).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await count()).toBe(before + 1)
})

/** The balance of a wallet, from the chain itself. */
async function balanceOf(wallet: Address): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [wallet] })
  return BigInt((await rooms.launches.chain.upstream('eth_call', [{ to: token, data }, 'latest'])) as string)
}

const SUPPLY = 10n ** 27n

async function bracketOf(wallet: Address): Promise<string[]> {
  const balance = await balanceOf(wallet)
  if (balance * 20n >= SUPPLY) return ['holder_5_percent']
  if (balance * 100n >= SUPPLY) return ['holder_1_percent']
  if (balance * 1_000n >= SUPPLY) return ['holder_0.1_percent']
  return balance >= 10n ** 22n ? ['holder'] : []
}

test('badges follow the chain: an account that sells loses its badge with the next block', async () => {
  expect(await badges()).toEqual({
    Ann: ['creator', 'fee_holder', ...(await bracketOf(ann))],
    Bob: await bracketOf(bob),
    Cas: [],
  })
  const { chain } = rooms.launches
  await chain.mine([Launch.sell(bob, token, await balanceOf(bob)), Launch.buy(cas, token, parseEther('0.0001'))])
  await rooms.followed()
  expect(await bracketOf(cas)).not.toEqual(await bracketOf(ann))
  expect(await badges()).toMatchObject({ Bob: [], Cas: await bracketOf(cas) })
})

test('agents use the same tools with the address as room id', async () => {
  const use = (name: string, input: object) => {
    const tool = rooms.arena.arena.tools.find((one) => one.name === `svc_arena_${name}`)
    const caller = {
      kind: 'key',
      address: '127.0.0.1',
      developerId: 'dev_agent',
      subject: 'x',
      keyId: 'key_agent',
      scopes: ['api:*'],
    }
    return tool?.run(tool.input.parse(input) as never, { caller } as never) as Promise<{
      // biome-ignore lint/suspicious/noExplicitAny: as the tool returns it.
      [field: string]: any
    }>
  }
  await use('join_room', { roomId: token, displayName: 'Agent' })
  const { message } = await use('post_message', { roomId: token, content: 'I read the chain.' })
  const { room } = await use('get_room', { roomId: token })
  expect(room).toMatchObject({ token, messages: expect.arrayContaining([expect.objectContaining({ id: message.id })]) })
  expect(room.messages.some(({ event }: { event?: { type: string } }) => event?.type === 'trade')).toBe(true)
})

test('the holder of the creator’s right moderates, and nobody else does', async () => {
  const message = await say(BOB, 'Buy my other token')
  expect((await post(`messages/${message}/redact`, CAS)).body.code).toBe('permission_denied')
  expect([(await read(ANN)).you.owner, (await read(BOB)).you.owner]).toEqual([true, false])
  const removed = await post(`messages/${message}/redact`, ANN, { reason: 'spam' })
  expect(removed.body.message.redacted.by).toBe('owner')
  const { participants } = (await read()).room
  const own = participants.find(({ name }: { name: string }) => name === 'Bob').id
  expect((await post(`participants/${own}/mute`, ANN)).status).toBe(200)
  expect((await post('messages', BOB, { content: 'Hello?' })).body.code).toBe('permission_denied')
  // The room of a launch cannot be taken from those who are in it.
  expect((await post('close', ANN)).body).toMatchObject({ code: 'failed_precondition' })
  expect((await post(`participants/${own}/unmute`, ANN)).status).toBe(200)
})

test('nobody moderates by a right that the index may have missed', async () => {
  const message = await say(BOB, 'Not sure who decides.')
  const { kysely } = rooms.launches.database
  await sql`update launch_chain set has_caught_up = false`.execute(kysely)
  const refused = await post(`messages/${message}/redact`, ANN)
  expect([refused.status, refused.body.code]).toEqual([503, 'unavailable'])
  await sql`update launch_chain set has_caught_up = true`.execute(kysely)
  expect((await post(`messages/${message}/redact`, ANN)).status).toBe(200)
})

test('the rooms that a developer makes within a minute are bounded, and others still make theirs', async () => {
  const { chain, database, launchpad } = rooms.launches
  const tokens: Address[] = []
  for (const name of ['One', 'Two', 'Three', 'Four']) {
    await chain.mine([Launch.create(bob, { name, symbol: name.toUpperCase() })])
    tokens.push(await Launch.newestToken(chain))
  }
  await rooms.followed()
  const clock = { now: 0 }
  const context = { store: database.tables<Tables>(), prices: launchpad.tradePrices, now: () => clock.now }
  const roomOf = createRoomLookUp(context, 2)
  const [one, two, three, four] = tokens as [Address, Address, Address, Address]
  const made = [await roomOf(one, 'busy'), await roomOf(two, 'busy')]
  await expect(roomOf(three, 'busy')).rejects.toMatchObject({ code: 'unavailable' })
  expect([await roomOf(one, undefined), await roomOf(two, 'busy')]).toEqual(made)
  await expect(roomOf(ann, 'busy')).rejects.toMatchObject({ code: 'not_found' })
  expect(await roomOf(three, 'other')).toMatch(/^room_/)
  await expect(roomOf(four, 'other')).rejects.toMatchObject({ code: 'unavailable' })
  clock.now = 60_000
  expect(await roomOf(four, 'busy')).toMatch(/^room_/)
})

test('moderation passes on with the right', async () => {
  const { chain } = rooms.launches
  await chain.mine([Launch.offerRight(ann, token, cas)])
  await chain.mine([Launch.acceptRight(cas, token)])
  await rooms.followed()
  const message = await say(BOB, 'Once more')
  expect((await post(`messages/${message}/redact`, ANN)).body.code).toBe('permission_denied')
  expect((await post(`messages/${message}/redact`, CAS)).status).toBe(200)
  expect(await badges()).toMatchObject({
    Ann: ['creator', ...(await bracketOf(ann))],
    Cas: ['fee_holder', ...(await bracketOf(cas))],
  })
})

test('an owner of liquidity in the pool has a badge, and one of dust has none', async () => {
  const { chain } = rooms.launches
  await chain.mine([Launch.buy(bob, token, parseEther('10'))])
  const range = { tickLower: 170_000, tickUpper: 171_000 }
  await chain.mine(Launch.addPosition(bob, token, { ...range, liquidity: 10n ** 20n }))
  await rooms.followed()
  expect((await badges())['Bob']).not.toContain('liquidity_provider')
  await chain.mine(Launch.addPosition(bob, token, { ...range, liquidity: 10n ** 22n }))
  await rooms.followed()
  await eventually(async () => (await badges())['Bob']?.includes('liquidity_provider') ?? false, { what: 'the badge' })
  const types = holding(await rooms.entries(token)).map(({ event }) => event.type)
  expect(types.slice(-3)).toEqual(['graduated', 'liquidity', 'liquidity'])
})

test('many positions of dust at the ends of the ticks take no badge from others', async () => {
  const { database } = rooms.launches
  await sql`insert into launch_liquidity (position, token_id, tick_lower, tick_upper, delta, fee_growth0, fee_growth1, sender, salt)
    select -n, (select id from launch_tokens where address = ${token.toLowerCase()}), 880000, 887200, 1e26, 0, 0,
      '0x' || lpad(to_hex(n), 40, '0'), 0 from generate_series(1, 250) n`.execute(database.kysely)
  await rooms.launches.chain.mine([Launch.swapIn(bob, token, parseEther('0.01'))])
  await rooms.followed()
  expect((await badges())['Bob']).toContain('liquidity_provider')
  await sql`delete from launch_liquidity where position < 0`.execute(database.kysely)
})

test('an event that cannot be described is set aside with an alarm, and later ones are reported', async () => {
  const { chain, database } = rooms.launches
  const damaged = sql`create function damage() returns trigger language plpgsql as $$ begin
    new.details = '{}'; return new; end $$`
  await damaged.execute(database.kysely)
  await sql`create trigger damage before insert on launch_notes for each row when (new.kind = 'claimed')
    execute function damage()`.execute(database.kysely)
  await chain.mine([Launch.claim(cas, token), Launch.swapIn(bob, token, parseEther('0.3'))])
  await rooms.followed()
  expect(rooms.arena.arena.setAside()).toBe(1)
  const { rows } = await sql<{ kind: string }>`select kind from arena_chain_aside`.execute(database.kysely)
  expect(rows).toEqual([{ kind: 'claimed' }])
  const last = holding(await rooms.entries(token)).at(-1)
  expect(last.event).toMatchObject({ type: 'trade', onchain: { venue: 'pool', ethAmount: `${parseEther('0.3')}` } })
})

test('many attempts to moderate leave the connections to others', async () => {
  const { participants } = (await read()).room
  const target = participants.find(({ name }: { name: string }) => name === 'Bob').id
  const as = await rooms.signIn(3)
  const path = `/rooms/${token}/participants/${target}/mute`
  const attempts = Array.from({ length: 60 }, () => rooms.arena.send('POST', path, { as, body: {} }))
  const others = await Promise.all(Array.from({ length: 5 }, () => rooms.arena.send('GET', '/rooms')))
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(new Set((await Promise.all(attempts)).map(({ status }) => status))).toEqual(new Set([403]))
})
