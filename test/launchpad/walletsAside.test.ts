import { sql } from 'kysely'
import { type Address, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../setup/database/databaseService.ts'
import * as Launch from '../setup/launchpad/launchChain.ts'
import { type LaunchService, startLaunchService } from '../setup/launchpad/launchService.ts'
import { readRawChain } from '../setup/launchpad/rawChain.ts'
import { lineOf, recountWallets } from '../setup/launchpad/recountWallets.ts'
import { readPoolTraders, untilFollowed } from '../setup/launchpad/untilFollowed.ts'

const value = parseEther('0.05')
const some = 10n ** 24n

let service: LaunchService
let ann: Address
let bob: Address
let cas: Address
let token: Address
let other: Address

beforeAll(async () => {
  service = await startLaunchService()
  const { chain } = service
  ;[ann, bob, cas] = chain.accounts as [Address, Address, Address]
  for (const name of ['First', 'Other']) {
    await chain.mine([Launch.create(ann, { name, symbol: name.toUpperCase(), value })])
    const newest = await Launch.newestToken(chain)
    await chain.mine([Launch.buy(bob, newest, value), Launch.buy(cas, newest, value)])
    await chain.mine([Launch.sell(bob, newest, some), Launch.transfer(cas, newest, { to: ann, amount: some })])
  }
  ;[token, other] = (await chain.curves()).slice(-2).map((curve) => curve.token) as [Address, Address]
  await untilFollowed(service)
})
afterAll(() => service?.[Symbol.asyncDispose]())

/** Changes the tables of logs behind the follower's back, and lets it begin again. */
async function startOver(damage: string[]): Promise<void> {
  await service.database.kysely.transaction().execute(async (tx) => {
    await sql`truncate launch_moves, launch_wallet_tokens, launch_wallets, launch_wallets_aside`.execute(tx)
    await sql`update launch_wallets_cursor set block = -1, seq = 0`.execute(tx)
    for (const statement of damage) await sql.raw(statement).execute(tx)
  })
  await untilFollowed(service)
}

async function lines(): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select t.address || ' ' || w.wallet || ' ' || concat_ws(' ', w.bought, w.bought_eth, w.sold, w.sold_eth, w.acquired - w.bought,
      w.disposed - w.sold, w.realised, w.unpriced_eth, w.bought_eth - w.used_cost, w.held) as line
    from launch_wallet_tokens w join launch_tokens t on t.id = w.token_id`.execute(service.database.kysely)
  return rows.map(({ line }) => line).sort()
}

/** The recount of raw logs, which know nothing of the damage. */
async function recount(): Promise<string[]> {
  const { logs } = await readRawChain(service.chain)
  const purses = recountWallets(logs, { traderOf: await readPoolTraders(service) })
  return [...purses].map(([key, purse]) => lineOf(key, purse)).sort()
}

const holding = (who: Address) => `${token} ${who}`.toLowerCase()
const others = (all: string[], who: Address) => all.filter((line) => !line.startsWith(holding(who)))
const idOf = `(select id from launch_tokens where address = '%')`
const own = () => idOf.replace('%', token.toLowerCase())

test('a wallet that sent more than it had is set aside, and all others continue', async () => {
  const give = `update launch_transfers set amount = amount + 1e27
    where token_id = ${own()} and sender = '${cas.toLowerCase()}' and recipient = '${ann.toLowerCase()}'`
  await startOver([give])
  const { rows } = await sql<{ wallet: string; reason: string }>`
    select wallet, reason from launch_wallets_aside`.execute(service.database.kysely)
  expect(rows).toEqual([{ wallet: cas.toLowerCase(), reason: expect.stringContaining('sent more than it held') }])
  expect(service.launchpad.status().walletsSetAside).toBe(1)
  const stored = await lines()
  // The receiver has the amount of the damaged log, and is not among the accounts that must be correct.
  const right = await recount()
  expect(others(others(stored, cas), ann)).toEqual(others(others(right, cas), ann))
  expect((await service.get(`/api/launchpad/wallets/${cas}`)).incompleteTokens).toEqual([token])
  expect((await service.get(`/api/launchpad/wallets/${bob}`)).incompleteTokens).toEqual([])
})

test('later blocks are followed without it, in other tokens of the same wallet too', async () => {
  await service.chain.mine([
    Launch.buy(cas, token, value),
    Launch.buy(cas, other, value),
    Launch.buy(bob, token, value),
  ])
  await untilFollowed(service)
  const [stored, right] = [await lines(), await recount()]
  expect(others(others(stored, cas), ann)).toEqual(others(others(right, cas), ann))
  const { positions } = await service.get(`/api/launchpad/wallets/${cas}`)
  expect(positions.map(({ address }: { address: Address }) => address)).toContain(other)
})

test('values that the tables refuse set one holding aside, and a rewind tries it again', async () => {
  const restore = `update launch_transfers set amount = amount - 1e27
    where token_id = ${own()} and sender = '${cas.toLowerCase()}' and recipient = '${ann.toLowerCase()}'`
  const forbid = `alter table launch_moves add constraint damage check (wallet <> '${bob.toLowerCase()}' or token_id <> -1)`
  const id = await sql<{ id: number }>`select id from launch_tokens where address = ${token.toLowerCase()}`.execute(
    service.database.kysely,
  )
  await startOver([restore, forbid.replace('-1', String(id.rows[0]?.id))])
  expect((await service.get(`/api/launchpad/wallets/${bob}`)).incompleteTokens).toEqual([token])
  expect(others(await lines(), bob)).toEqual(others(await recount(), bob))
  await sql`alter table launch_moves drop constraint damage`.execute(service.database.kysely)
  const { chain } = service
  const before = await chain.snapshot()
  await chain.mine([Launch.buy(bob, other, value)])
  await untilFollowed(service)
  // A reorganisation of later blocks does not reach it.
  await chain.revert(before)
  await chain.mine([Launch.buy(cas, other, value)])
  await chain.mine()
  await untilFollowed(service)
  expect((await service.get(`/api/launchpad/wallets/${bob}`)).incompleteTokens).toEqual([token])
  // Events that the follower missed make it begin at the first block.
  await sql`update launch_wallets_cursor set seq = -5`.execute(service.database.kysely)
  await untilFollowed(service)
  await eventually(async () => (await service.get(`/api/launchpad/wallets/${bob}`)).incompleteTokens.length === 0, {
    what: 'the position of the wallet',
  })
  expect(await lines()).toEqual(await recount())
})
