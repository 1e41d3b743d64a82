import { type Address, encodeAbiParameters } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ChainNode, startChainNode } from '../setup/chain/chainNode.ts'
import { type FaultRpc, httpUpstream, startFaultRpc } from '../setup/chain/faultRpc.ts'

type Log = { blockNumber: string; logIndex: string }

const LOGGER: Address = '0x00000000000000000000000000000000000010c5'
// Logs one word from the calldata: CALLDATALOAD, MSTORE, LOG0.
const LOGGER_CODE = '0x60003560005260206000a000'

let node: ChainNode
let rpc: FaultRpc

beforeAll(async () => {
  node = await startChainNode()
  await node.upstream('hardhat_setCode', [LOGGER, LOGGER_CODE])
  for (let i = 0; i < 60; i++) {
    const data = encodeAbiParameters([{ type: 'uint256' }], [BigInt(i)])
    await node.upstream('eth_sendTransaction', [{ from: node.accounts[0], to: LOGGER, data }])
  }
  rpc = await startFaultRpc({ upstreams: [node.upstream], seed: 99 })
})

beforeEach(() => rpc.reset())
afterAll(() => rpc.close())

async function getLogs(url = rpc.url): Promise<Log[]> {
  return (await httpUpstream(url)('eth_getLogs', [{ address: LOGGER, fromBlock: '0x0', toBlock: 'latest' }])) as Log[]
}

const heights = (logs: Log[]) => logs.map(({ blockNumber }) => Number(blockNumber))

test('an honest node passes every log', async () => {
  expect(heights(await getLogs())).toEqual(Array.from({ length: 60 }, (_, index) => index + 1))
})

test('a false node omits logs, and the same seed omits the same ones', async () => {
  const lie = async () => {
    const liar = await startFaultRpc({ upstreams: [node.upstream], seed: 5, lies: { dropLogs: 0.2 } })
    const kept = heights(await getLogs(liar.url))
    await liar.close()
    return kept
  }
  const kept = await lie()
  expect(kept.length).toBeLessThan(60)
  expect(kept.length).toBeGreaterThan(30)
  expect(await lie()).toEqual(kept)
})

test('a false node repeats logs and reorders them', async () => {
  rpc.set({ lies: { duplicateLogs: 0.5, shuffleLogs: true } })
  const reported = heights(await getLogs())
  expect(reported.length).toBeGreaterThan(60)
  expect(new Set(reported).size).toBe(60)
  expect(reported).not.toEqual(reported.toSorted((a, b) => a - b))
})

test('a false node returns no logs', async () => {
  rpc.set({ lies: { emptyLogs: 1 } })
  expect(await getLogs()).toEqual([])
})

test('a lagging node knows an older head and nothing after it', async () => {
  rpc.set({ lies: { lags: [10] } })
  const ask = httpUpstream(rpc.url)
  expect(await ask('eth_blockNumber', [])).toBe('0x32')
  expect(await ask('eth_getBlockByNumber', ['latest', false])).toMatchObject({ number: '0x32' })
  expect(await ask('eth_getBlockByNumber', ['0x33', false])).toBeNull()
  expect(heights(await getLogs()).at(-1)).toBe(50)
})

test('a strict node refuses a wide range of logs', async () => {
  rpc.set({ lies: { maxLogRange: 5 } })
  const ask = httpUpstream(rpc.url)
  await expect(ask('eth_getLogs', [{ fromBlock: '0x1', toBlock: '0x6' }])).rejects.toMatchObject({ code: -32005 })
  expect(await ask('eth_getLogs', [{ fromBlock: '0x1', toBlock: '0x5' }])).toHaveLength(5)
})
