import { type Address, parseEther } from 'viem'
import { expect, test } from 'vitest'
import { startFaultRpc } from '../setup/chain/faultRpc.ts'
import * as Launch from '../setup/launchpad/launchChain.ts'
import { startLaunchService } from '../setup/launchpad/launchService.ts'

test('a trade is quoted and prepared only from reads that two providers agree on', async () => {
  const chain = await Launch.startLaunchChain()
  const other = await startFaultRpc({ upstreams: [chain.upstream] })
  await using service = await startLaunchService({ chain, providers: [other.url] })
  const [ann, bob] = chain.accounts as [Address, Address]
  await chain.mine([Launch.create(ann, { name: 'Agreed', symbol: 'AGREE', value: parseEther('0.1') })])
  const token = (await chain.curves())[0]?.token
  await service.settled()
  const body = { action: 'buy', from: bob, token, value: String(parseEther('0.1')) }
  const honest = await service.post('/api/launchpad/prepare', body)
  expect(honest.status).toBe(200)
  // A price that is too high makes the minimum too low, and a sandwich takes the difference.
  other.set({ lies: { falsify: (method, result) => (method === 'eth_call' ? changed(String(result)) : result) } })
  const answer = await service.post('/api/launchpad/prepare', body)
  expect(answer.status).toBe(503)
  expect(JSON.stringify(await answer.json())).toContain('PROVIDERS_DISAGREE')
  const quoted = await service.fetch(`/api/launchpad/quote?address=${token}&amount=${parseEther('0.1')}`)
  expect(quoted.status).toBe(503)
  expect(JSON.stringify(await quoted.json())).toContain('PROVIDERS_DISAGREE')
  await other.close()
})

/** Another last digit. */
function changed(result: string): string {
  return result.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))
}
