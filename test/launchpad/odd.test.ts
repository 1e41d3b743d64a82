import { sql } from 'kysely'
import { type Address, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as Launch from '../setup/launchpad/launchChain.ts'
import { contentsOf, freshContents } from '../setup/launchpad/launchIndex.ts'
import { type LaunchService, startLaunchService } from '../setup/launchpad/launchService.ts'
import { createSplit } from '../setup/launchpad/launchStates.ts'
import { expectTruth } from '../setup/launchpad/launchTruth.ts'
import { ODD, type OddWorld } from '../setup/launchpad/oddTransactions.ts'
import { deployDonor } from '../setup/launchpad/poolHelpers.ts'

let service: LaunchService
let world: OddWorld
beforeAll(async () => {
  const chain = await Launch.startLaunchChain()
  service = await startLaunchService({ chain })
  const { accounts } = chain
  const [ann = '0x', bob = '0x'] = accounts
  const named = (symbol: string, value = parseEther('0.1')) => ({ name: symbol, symbol, value })
  const [split, donor] = [await createSplit(chain), await deployDonor(chain, ann)]
  await chain.mine([
    Launch.create(ann, named('PLAIN')),
    Launch.createWith(ann, named('OPEN', 0n), { openingSeconds: 3_600 }),
    Launch.createWith(ann, named('LOCK'), { openingSeconds: 60, lockDays: 30 }),
    Launch.createWith(ann, named('BRIEF'), { openingSeconds: 60, lockDays: 1 }),
    Launch.create(ann, named('FRESH', 0n)),
    Launch.create(ann, named('POOL', parseEther('4'))),
  ])
  const [plain, opening, locked, brief, fresh, pool] = (await chain.curves()).map(({ token }) => token) as Address[]
  await chain.wait(120)
  const tokens = [plain, locked] as Address[]
  await chain.mine([
    ...tokens.map((token) => Launch.buy(bob, token, parseEther('0.1'))),
    Launch.swapIn(bob, pool as Address, parseEther('0.1')),
  ])
  world = { accounts, plain, opening, locked, brief, fresh, pool, split, donor } as OddWorld
})
afterAll(() => service[Symbol.asyncDispose]())

test.each(ODD)('the index follows %s', async (_, sendings) => {
  await service.chain.mine(sendings(world))
  await service.settled()
  expect(service.launchpad.status().alarms).toBe(0)
})

test('after all of them no launch is set aside, and the index equals a recomputation and the chain itself', async () => {
  expect(ODD.length).toBeGreaterThanOrEqual(44)
  const contents = await contentsOf(service.database)
  expect(contents).toEqual(await freshContents(service.chain))
  await expectTruth(service.chain, contents)
  const { rows } = await sql`select * from launch_set_aside`.execute(service.database.kysely)
  expect(rows).toEqual([])
})
