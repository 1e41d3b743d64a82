import { setTimeout as delay } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import * as ApiKey from '#keys/rules/ApiKey.ts'
import { childrenOf, isAlive, temporaryFolder } from '../setup/process.ts'
import { post, slowPost } from '../setup/requests.ts'
import { startInTerminal } from '../setup/terminal.ts'

const READY = 'Press Ctrl-C to stop.'

/** The output of a terminal without colours, including carriage returns. */
const plain = (screen: string) => stripVTControlCharacters(screen).replaceAll('\r\n', '\n')

test('Ctrl-C on npm start finishes what is in flight, and leaves a clean screen and no process', {
  timeout: 900_000,
}, async () => {
  await using folder = await temporaryFolder()
  const env = { PORT: '0', DEVNET_PORT: '0', DATA_DIR: folder.path, DEVNET_BLOCK_TIME: '1000', LOG_LEVEL: 'warn' }
  using terminal = startInTerminal('npm start', env)
  await expect.poll(terminal.screen).toContain(READY)
  const url = /site +(http:\S+)/.exec(plain(terminal.screen()))?.[1] ?? ''
  const processes = childrenOf(terminal.child.pid ?? 0)
  const drip = post(`${url}/api/developer/devnet/faucet`, { address: `0x${'ab'.repeat(20)}` })
  const report = slowPost(`${url}/api/developer/keys/report`, { key: ApiKey.create() })
  await report.started
  terminal.press('Ctrl-C')
  await delay(300)
  expect(await report.finish()).toBe(200)
  expect((await drip).status).toBe(200)
  await terminal.closed
  expect(processes.length).toBeGreaterThan(3)
  await expect.poll(() => processes.filter(isAlive)).toEqual([])
  const screen = plain(terminal.screen())
  expect(screen.slice(screen.indexOf(READY) + READY.length).trim()).toMatch(/^\^C(\nStill finishing .*)?$/)
  expect(screen).not.toMatch(/[⠀-⣿]|^[\\|/-]|\r/m)
})
