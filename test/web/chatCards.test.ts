import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { type Address, parseEther } from 'viem'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newKey } from '../setup/keys/newKey.ts'
import { untilBoxesRun } from '../setup/untilReady.ts'
import type { ChatHost } from '../setup/web/chatHost.ts'
import { openSite, SCREENS, type SiteUnderTest } from '../setup/web/openSite.ts'
import { launch } from '../setup/web/seedLaunches.ts'
import { violationsOf } from '../setup/web/violationsOf.ts'

let site: SiteUnderTest
let server: Server
let page: Page
let key: string
let talk: { boxId: string; sessionId: string }
/** Requests that a card makes by itself. */
const loaded: string[] = []

async function bundle(): Promise<string> {
  const entry = join(import.meta.dirname, '../setup/web/chatHost.ts')
  const options = {
    write: false,
    minify: false,
    rolldownOptions: { input: entry, output: { codeSplitting: false, format: 'iife' } as const },
  }
  const built = (await build({ configFile: false, logLevel: 'error', build: options })) as Rolldown.RolldownOutput
  return built.output[0].code
}

type Scope = { chatHost: ChatHost }
const HOSTILE = '<img src=x onerror="parent.postMessage(1)"> <b>Harbour</b>'

beforeAll(async () => {
  const script = await bundle()
  site = await openSite({ isSeeded: false, env: { BOXES_MAX: '2' } })
  const at = { factory: site.devnet.contracts.launchpad, from: site.accounts[4] as Address }
  await launch(site.rpc, at, { name: HOSTILE, symbol: 'HRBR', value: parseEther('0.05') })
  server = createServer((request, response) => {
    const isScript = request.url === '/page.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(
      isScript ? script : '<!doctype html><html lang="en"><title>Chat</title><body><script src="/page.js"></script>',
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ;({ key } = await newKey(site.url))
  ;({ page } = await site.visit())
  page.on('request', (request) => void (request.frame() !== page.mainFrame() && loaded.push(request.url())))
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await page.evaluate(([url, secret]) => (globalThis as unknown as Scope).chatHost.connect(url, secret), [
    site.url,
    key,
  ] as const)
  talk = await openTalk()
})
afterAll(async () => {
  server?.closeAllConnections()
  server?.close()
  await site?.[Symbol.asyncDispose]()
})

type Made = Record<'room' | 'box' | 'session', { id: string }>

async function send(path: string, body: object): Promise<Made> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const response = await fetch(site.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await response.json()) as Made
}

/** A session with the desk, which takes its questions through the tool. */
async function openTalk(): Promise<{ boxId: string; sessionId: string }> {
  await untilBoxesRun({ get: async (path) => fetch(site.url + path) })
  const { box } = await send('/api/boxes', { agentId: 'desk' })
  const { session } = await send(`/api/boxes/${box.id}/sessions`, {})
  return { boxId: box.id, sessionId: session.id }
}

async function call(tool: string, input: object): Promise<Record<string, unknown>> {
  return JSON.parse(
    await page.evaluate(([name, given]) => (globalThis as unknown as Scope).chatHost.call(name, given), [
      tool,
      input as Record<string, unknown>,
    ] as const),
  )
}

const ask = (content: string) => call('svc_box_post_session_message', { ...talk, content })
const frame = () => page.frameLocator('iframe')
const card = (name: RegExp) => frame().getByRole('article', { name })
const lastLink = () => page.evaluate(() => (globalThis as unknown as Scope).chatHost.links().at(-1))
const setTheme = (theme: 'light' | 'dark') =>
  page.evaluate((chosen) => (globalThis as unknown as Scope).chatHost.setTheme(chosen), theme)

test('a chat shows a room, and text of strangers stays text', async () => {
  const topic = 'Is <b>HRBR</b> <img src=x onerror=alert(1)> worth it?'
  const { room } = await send('/api/arena/rooms', { topic })
  await call('svc_arena_get_room', { roomId: room.id })
  await card(/^Arena room/)
    .getByRole('heading', { name: topic })
    .waitFor()
  await frame().getByRole('button', { name: 'Open the room' }).click()
  await expect.poll(lastLink).toBe(`${site.url}/arena/${room.id}`)
})

test('a chat shows a token with its price, its contract and its progress', async () => {
  await ask('how far is HRBR')
  const shown = card(/^Token/)
  await shown.getByRole('heading', { name: `${HOSTILE} (HRBR)` }).waitFor()
  expect(await shown.getByRole('definition').allInnerTexts()).toEqual([
    expect.stringMatching(/^0\.0\d+ ETH$/),
    expect.stringMatching(/ ETH$/),
    expect.stringMatching(/^\d+$/),
    expect.stringMatching(/^0x[\dA-Fa-f]{40}$/),
  ])
  await page.screenshot({ path: `${SCREENS}/chat-token-1440-light.png` })
  await frame().getByRole('button', { name: 'Open the token' }).click()
  await expect.poll(lastLink).toMatch(/\/launch\/0x[\dA-Fa-f]{40}$/)
})

test('a chat shows a proposed transaction with what it does, and signs nothing', async () => {
  await setTheme('dark')
  await ask(`prepare a buy of 0.05 ETH of HRBR for ${site.accounts[2]}, max 1 % slippage`)
  const shown = card(/^Proposed transaction/)
  await shown
    .getByText(/for 0\.05 ETH.*or nothing happens/)
    .first()
    .waitFor()
  await shown.getByText(String(site.accounts[2])).waitFor()
  await shown.getByText('not signed').waitFor()
  await page.screenshot({ path: `${SCREENS}/chat-transaction-1440-dark.png` })
  await frame().getByRole('button', { name: 'Review and sign' }).click()
  await expect.poll(lastLink).toBe(`${site.url}/boxes/${talk.boxId}`)
})

test('a chat shows the positions of a wallet', async () => {
  const owner = await ownerOfPositions()
  await ask(`what positions does ${owner} have`)
  const shown = card(/^Position/).first()
  await shown
    .getByRole('definition')
    .first()
    .getByText(/^[\d,.]+ \w+ and [\d,.]+ \w+$/)
    .waitFor()
  expect(await shown.getByText('in range').count()).toBe(1)
})

/** The accounts of the development chain provided its pools. */
async function ownerOfPositions(): Promise<string> {
  for (const account of site.accounts) {
    const answer = await fetch(`${site.url}/api/liquidity/positions?owner=${account}&chainId=4663`)
    if (((await answer.json()) as { positions: object[] }).positions.length > 0) return account
  }
  throw new Error('No account has a position.')
}

test('a card fits a phone, with addresses in full', async () => {
  await page.setViewportSize({ width: 360, height: 800 })
  await ask(`prepare a buy of 0.05 ETH of HRBR for ${site.accounts[2]}`)
  await card(/^Proposed transaction/)
    .getByText(String(site.accounts[2]))
    .waitFor()
  await page.screenshot({ path: `${SCREENS}/chat-transaction-360-dark.png` })
  expect(await frame().locator('html').evaluate(overflows)).toBe(false)
})

const overflows = ({ scrollWidth, clientWidth }: { scrollWidth: number; clientWidth: number }) =>
  scrollWidth > clientWidth

test('a card loads nothing, and is accessible', async () => {
  expect(loaded.filter((url) => !url.startsWith('about:'))).toEqual([])
  expect(await violationsOf(page)).toEqual([])
})
