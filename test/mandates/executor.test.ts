import { setTimeout as pause } from 'node:timers/promises'
import { type Address, concat, encodeFunctionData, erc20Abi, type Hex, parseEther, toHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import type { Body } from '../setup/liquidity/lp.ts'
import { type ListeningService, startListeningService } from '../setup/listening.ts'
import { delegateAccount, launchToken, OWNER, STRANGER } from '../setup/mandates/mandate.ts'
import { EXECUTOR, RIVAL } from '../setup/mandates/order.ts'
import { launch } from '../setup/process.ts'

const UNITS = parseEther('1000000')

let service: ListeningService
let token: Address
const children: ReturnType<typeof launch>[] = []
beforeAll(async () => {
  service = await startListeningService()
  token = await launchToken(service.devnet)
  await delegateAccount(service.devnet)
})
afterAll(async () => {
  for (const { child } of children) child.kill('SIGKILL')
  await service[Symbol.asyncDispose]()
})

const owner = () => service.devnet.account(OWNER)
const tokensOf = () =>
  service.devnet.client.readContract({
    abi: erc20Abi,
    address: token,
    functionName: 'balanceOf',
    args: [owner().address],
  })
const json = async (response: Promise<Response>) => (await (await response).json()) as Body

/** An executor in a process of its own, with its own key. */
async function startExecutor(index: number) {
  const { privateKey } = service.devnet.account(index).getHdKey()
  const env = {
    SLIPWAY_URL: service.url,
    SLIPWAY_PRIVATE_KEY: toHex(privateKey as Uint8Array),
    XDG_CONFIG_HOME: '/nonexistent',
  }
  const line = ['packages/cli/src/main.ts', 'orders', 'execute', '--every', '0.2', '--yes']
  const started = launch(env, [process.execPath, ...line])
  children.push(started)
  await until(() => started.output().includes('Waiting for orders'), started.output)
  return started
}

async function until(isDone: () => boolean | Promise<boolean>, output: () => string): Promise<void> {
  for (let left = 600; left > 0; left -= 1) {
    if (await isDone()) return
    await pause(100)
  }
  throw new Error(`It did not happen within a minute: ${output()}`)
}

/** Publishes a take-profit that waits for a price a fifth above the present one. */
async function publish(changed: Body = {}): Promise<string> {
  const { quote } = await json(service.post('/api/orders/prepare', await orderOf('1000000000000000')))
  const order = { ...(await orderOf(String((BigInt(quote) * 12n) / 10n))), ...changed }
  const prepared = await json(service.post('/api/orders/prepare', order))
  const signature = await owner().signTypedData(prepared['typedData'])
  const { prefix, suffix } = prepared['signed'] as { prefix: Hex; suffix: Hex }
  const published = await json(service.post('/api/orders', { signed: concat([prefix, signature, suffix]) }))
  expect(published).toMatchObject({ id: prepared['id'], status: 'waiting' })
  return prepared['id']
}

async function orderOf(outMin: string): Promise<Body> {
  const { timestamp } = await service.devnet.client.getBlock()
  const until = Number(timestamp) + 86_400
  return { owner: owner().address, kind: 'takeProfit', token, amount: String(UNITS), outMin, until }
}

async function raisePrice(): Promise<void> {
  const { launchpad: to } = service.devnet.description.contracts
  const data = encodeFunctionData({ abi: launchpadAbi, functionName: 'buy', args: [token, 0n] })
  await service.devnet.send(STRANGER, { to, data, value: parseEther('0.4') })
}

test('an executor that is killed is replaced by another, and two execute an order once', {
  timeout: 180_000,
}, async () => {
  const first = await startExecutor(EXECUTOR)
  const unpaid = await publish({ tip: '0' })
  await publish()
  first.child.kill('SIGKILL')
  await raisePrice()
  const before = await tokensOf()
  const second = await startExecutor(RIVAL)
  await until(async () => (await tokensOf()) < before, second.output)
  expect(before - (await tokensOf())).toBe(UNITS)

  const third = await startExecutor(EXECUTOR)
  const again = await publish()
  const both = () => second.output() + third.output()
  await raisePrice()
  await until(async () => (await tokensOf()) < before - UNITS, both)
  await until(async () => (await json(service.get(`/api/orders/${again}`)))['status'] === 'executed', both)
  await pause(1_000)
  expect(before - (await tokensOf())).toBe(2n * UNITS)
  expect(await json(service.get(`/api/orders/${unpaid}`))).toMatchObject({ status: 'ready' })
})
