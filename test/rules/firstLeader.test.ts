import { type Address, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../setup/database/databaseService.ts'
import * as Launch from '../setup/launchpad/launchChain.ts'
import { untilIndexed } from '../setup/launchpad/launchIndex.ts'
import { type RulesService, startRulesService } from '../setup/rules/rulesService.ts'

let service: RulesService
beforeAll(async () => {
  service = await startRulesService({ isRunning: false })
  service.launchpad.start()
})
afterAll(() => service?.[Symbol.asyncDispose]())

test('a rule that was accepted before there was any leader gets the events since then, and no earlier ones', async () => {
  const { chain, database } = service
  const [ann, bob] = chain.accounts as [Address, Address]
  await chain.mine([Launch.create(ann, { name: 'Early', symbol: 'EARLY', value: parseEther('0.01') })])
  const token = (await chain.curves())[0]!.token
  await chain.mine([Launch.buy(bob, token, 1_000_001n)])
  await untilIndexed(database, chain)
  const rule = { name: 'trades', type: 'launch.trade', filter: { token }, action: { kind: 'feed' } }
  expect((await service.call('POST', '/api/rules', rule)).status).toBe(201)
  await chain.mine([Launch.buy(bob, token, 1_000_002n)])
  await untilIndexed(database, chain)

  service.startRules()
  await chain.mine([Launch.buy(bob, token, 1_000_003n)])
  const amounts = async (): Promise<string[]> => {
    const { body } = await service.call('GET', '/api/alerts')
    return body.alerts.map((alert: { event: { data: { ethAmount: string } } }) => alert.event.data.ethAmount)
  }
  await eventually(async () => (await amounts()).includes('1000003'), { what: 'the event after the start' })
  expect(await amounts()).toEqual(['1000003', '1000002'])
})
