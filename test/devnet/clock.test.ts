import { expect, inject, test } from 'vitest'
import { startTestDevnet } from '../setup/chain/devnet.ts'

const TRANSACTIONS = inject('deep') ? 5_000 : 1_000
const BATCH = 500

test(`${TRANSACTIONS} transactions do not carry the chain’s clock ahead of the wall clock`, async () => {
  await using devnet = await startTestDevnet()
  const [from, to] = [devnet.account(1).address, devnet.account(2).address]
  const first = await devnet.client.getBlockNumber()
  const started = performance.now()
  for (let sent = 0; sent < TRANSACTIONS; sent += BATCH) {
    const transaction = { from, to, value: '0x1', gas: '0x5208' }
    const batch = Array.from({ length: BATCH }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'eth_sendTransaction',
      params: [transaction],
    }))
    const response = await fetch(devnet.rpcUrl, { method: 'POST', body: JSON.stringify(batch) })
    const answers = (await response.json()) as { result?: string }[]
    expect(answers.every(({ result }) => result?.length === 66)).toBe(true)
    const { timestamp } = await devnet.client.getBlock()
    expect(Number(timestamp)).toBeLessThanOrEqual(Date.now() / 1_000)
  }
  process.stdout.write(`devnet: ${TRANSACTIONS} transactions in ${Math.round(performance.now() - started)} ms\n`)
  expect(await devnet.client.getBlockNumber()).toBe(first + BigInt(TRANSACTIONS))
  expect(await devnet.client.getTransactionCount({ address: from })).toBe(TRANSACTIONS)
})
