import { setTimeout as pause } from 'node:timers/promises'
import { toHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ListeningService, startListeningService } from '../setup/listening.ts'
import { EXECUTOR, RIVAL } from '../setup/mandates/order.ts'
import { openTakeProfits, type TakeProfits, UNITS } from '../setup/mandates/takeProfits.ts'
import { launch } from '../setup/process.ts'

let service: ListeningService
let orders: TakeProfits
const children: ReturnType<typeof launch>[] = []
beforeAll(async () => {
  service = await startListeningService()
  orders = await openTakeProfits(service)
})
afterAll(async () => {
  for (const { child } of children) child.kill('SIGKILL')
  await service[Symbol.asyncDispose]()
})

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

test('an executor that is killed is replaced by another, and two execute an order once', {
  timeout: 180_000,
}, async () => {
  const { publish, raisePrice, tokensOf, statusOf } = orders
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
  await until(async () => (await statusOf(again)) === 'executed', both)
  await pause(1_000)
  expect(before - (await tokensOf())).toBe(2n * UNITS)
  expect(await statusOf(unpaid)).toBe('ready')
})
