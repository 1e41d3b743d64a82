import { type Address, getAbiItem, parseEther, toEventSelector } from 'viem'
import { expect, test } from 'vitest'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import { startFaultRpc } from '../setup/chain/faultRpc.ts'
import type { Upstream } from '../setup/chain/rpcLies.ts'
import * as Launch from '../setup/launchpad/launchChain.ts'
import { openChain } from '../setup/launchpad/launchEndpoint.ts'
import { contentsOf, freshContents, startIndexing, untilIndexed } from '../setup/launchpad/launchIndex.ts'
import { startLaunchService } from '../setup/launchpad/launchService.ts'

type RawLog = { address: string; topics: string[]; data: string; blockNumber: string }
const TRADE = toEventSelector(getAbiItem({ abi: launchpadAbi, name: 'Trade' }))

/** A node that changes the data of one token's trades from a block on. Blooms cover only topics, so no proof reveals it. */
function forging(upstream: Upstream) {
  const forged = { token: '', fromBlock: 0 }
  const forge = (log: RawLog): RawLog => {
    const isVictim = log.topics[0] === TRADE && log.topics[1]?.endsWith(forged.token.slice(2).toLowerCase())
    if (!forged.token || !isVictim || Number(log.blockNumber) < forged.fromBlock) return log
    return { ...log, data: log.data.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')) }
  }
  return {
    forged,
    async upstream(method: string, params: unknown[]): Promise<unknown> {
      const result = await upstream(method, params)
      return method === 'eth_getLogs' ? (result as RawLog[]).map(forge) : result
    },
  }
}

async function launchTwo() {
  const chain = await Launch.startLaunchChain()
  const [ann = '0x'] = chain.accounts
  await chain.mine([
    Launch.create(ann, { name: 'Odd', symbol: 'ODD', value: parseEther('0.1') }),
    Launch.create(ann, { name: 'Even', symbol: 'EVEN' }),
  ])
  const [odd, even] = (await chain.curves()).map(({ token }) => token) as [Address, Address]
  return { chain, ann, odd, even, node: forging(chain.upstream) }
}

test('a launch whose events contradict each other is set aside and served from the chain, and indexing continues', async () => {
  const { chain, ann, odd, even, node } = await launchTwo()
  await using service = await startLaunchService({ chain: { ...chain, upstream: node.upstream } })
  await service.settled()
  Object.assign(node.forged, { token: odd, fromBlock: (await chain.head()).number + 1 })
  await chain.mine([Launch.buy(ann, odd, parseEther('0.2')), Launch.buy(ann, even, parseEther('0.3'))])
  await chain.mine([Launch.buy(ann, even, parseEther('0.4')), Launch.buy(ann, odd, parseEther('0.1'))])
  await service.settled()
  expect(await service.get(`/api/launchpad/token?address=${even}`)).toMatchObject({ indexed: true, trades: 2 })
  const [curve] = await chain.curves()
  const served = await service.get(`/api/launchpad/token?address=${odd}`)
  expect(served).toMatchObject({ indexed: false, trades: null, realEthRaised: String(curve?.realEth) })
  expect(served.createdAtTx).toMatch(/^0x/)
  expect(served.warnings.map(({ code }: { code: string }) => code)).toContain('set_aside')
  const { tokens } = await service.get('/api/launchpad/tokens')
  expect(tokens.map(({ symbol, indexed }: { symbol: string; indexed: boolean }) => [symbol, indexed])).toEqual([
    ['EVEN', true],
    ['ODD', false],
  ])
  expect(service.launchpad.status()).toMatchObject({ problem: undefined, alarms: 1 })
})

test('the alarm names the address, and the launch is indexed again once its events agree', async () => {
  const { chain, ann, odd, even, node } = await launchTwo()
  const lines: string[] = []
  const rpc = await startFaultRpc({ upstreams: [node.upstream] })
  using client = openChain(rpc.url)
  await using indexing = await startIndexing(client, { say: (line) => lines.push(line) })
  await untilIndexed(indexing.database, chain)
  const before = await chain.snapshot()
  Object.assign(node.forged, { token: odd, fromBlock: (await chain.head()).number + 1 })
  await chain.mine([Launch.buy(ann, odd, parseEther('0.2'))])
  await untilIndexed(indexing.database, chain)
  const alarms = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith('launch set aside'))
  expect(alarms[0]).toMatchObject({ address: odd.toLowerCase(), level: 50 })
  await chain.revert(before)
  node.forged.token = ''
  await chain.mine([Launch.buy(ann, even, parseEther('0.1')), Launch.buy(ann, odd, parseEther('0.3'))])
  await untilIndexed(indexing.database, chain)
  expect(await contentsOf(indexing.database)).toEqual(await freshContents(chain))
  await rpc.close()
})

test('a launch whose creation is contradictory is counted and does not stop the comparison with the chain', async () => {
  const { chain, ann, even, node } = await launchTwo()
  const lines: string[] = []
  const rpc = await startFaultRpc({ upstreams: [node.upstream] })
  using client = openChain(rpc.url)
  await using indexing = await startIndexing(client, { say: (line) => lines.push(line) })
  await untilIndexed(indexing.database, chain)
  const created = Launch.create(ann, { name: 'New', symbol: 'NEW', value: 1_000n })
  const probe = await chain.snapshot()
  await chain.mine([created])
  const token = (await chain.curves())[2]?.token ?? ''
  await chain.revert(probe)
  Object.assign(node.forged, { token, fromBlock: 0 })
  await chain.mine([created])
  await chain.mine([Launch.buy(ann, even, parseEther('0.1'))])
  await untilIndexed(indexing.database, chain)
  for (let block = 0; block < 120; block++) await chain.mine()
  await untilIndexed(indexing.database, chain)
  const errors = lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)
  expect(new Set(errors.map(({ msg }) => msg))).toEqual(new Set(['launch set aside: its events contradict each other']))
  await rpc.close()
})

test('a buy for the token itself in an opening, or a refusal of it, leaves the index at the head', async () => {
  const chain = await Launch.startLaunchChain()
  const [ann = '0x', bob = '0x'] = chain.accounts
  await using service = await startLaunchService({ chain })
  await chain.mine([Launch.createWith(ann, { name: 'Odd', symbol: 'ODD' }, { openingSeconds: 3_600 })])
  const [odd] = await chain.curves()
  const recipient = odd?.token ?? '0x'
  await chain.mine([Launch.buy(bob, recipient, 1_000n), Launch.buyFor(bob, recipient, { recipient, value: 1n })])
  await service.settled()
  expect(service.launchpad.status()).toMatchObject({ alarms: 0, tokens: 1 })
})
