import { mkdir } from 'node:fs/promises'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import type { Address } from 'viem'
import { vi } from 'vitest'
import { type ServiceProcess, startServiceProcess, temporaryFolder } from '../process.ts'
import { rpcAt, seedLaunches } from './seedLaunches.ts'
import { sendTogether } from './sendTogether.ts'
import { installWallet } from './walletScript.ts'

type Devnet = { rpcUrl: string; contracts: { launchpad: Address } }
type Look = {
  width?: number
  theme?: 'light' | 'dark'
  account?: Address | undefined
  chainId?: number
  knowsChain?: boolean
  sendsTogether?: boolean
  givesCode?: boolean
  /** The nodes of other chains that the wallet reaches, by chain id. */
  rpcUrls?: Record<number, string>
  /** Whether the page that is shown offline is installed. */
  hasWorker?: boolean
  timezone?: string
  /** The language that the browser prefers. Default: en-US. */
  locale?: string
}

export type Visit = {
  page: Page
  context: BrowserContext /** Everything the browser complained about. */
  complaints: string[]
}

export type SiteUnderTest = AsyncDisposable & {
  url: string
  devnet: Devnet
  service: ServiceProcess
  accounts: readonly Address[]
  /** The launches of the seed, by symbol. */
  tokens: Record<string, Address>
  rpc: ReturnType<typeof rpcAt>
  /** A browser window of its own; with `account` a wallet that holds it is installed. */
  visit(look?: Look): Promise<Visit>
}

export const SCREENS = 'node_modules/.cache/screens'
const HEIGHT = { phone: 800, desktop: 900 }

/** Without a seed there are no launches; `env` changes what the service runs with. */
type Options = { isSeeded?: boolean; env?: Record<string, string> }

/** The whole service with launches in it, and a real Chromium. */
export async function openSite({ isSeeded = true, env = {} }: Options = {}): Promise<SiteUnderTest> {
  await using opened = new AsyncDisposableStack()
  const folder = opened.use(await temporaryFolder())
  const service = opened.use(
    await startServiceProcess({
      DATA_DIR: folder.path,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_READ: '100000',
      RATE_LIMIT_BUILD: '10000',
      // A busy machine answers late; that a node which answers too late is given up is tested elsewhere.
      RPC_TIMEOUT_SECONDS: '12',
      ...env,
    }),
  )
  const devnet = (await (await fetch(`${service.url}/api/developer/devnet`)).json()) as Devnet
  const browser = opened.adopt(await launchBrowser(), (open) => open.close())
  const rpc = rpcAt(devnet.rpcUrl)
  const accounts = (await rpc('eth_accounts', [])) as Address[]
  const tokens = isSeeded ? await seedLaunches({ rpcUrl: devnet.rpcUrl, factory: devnet.contracts.launchpad }) : {}
  await mkdir(SCREENS, { recursive: true })
  const owned = opened.move()
  return {
    url: service.url,
    devnet,
    service,
    accounts,
    tokens,
    rpc,
    visit: (look = {}) => visit(browser, { devnet, url: service.url, ...look }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** With a debugger attached, V8 parses a script again when it makes its first error: React makes one, which visitors do not pay for. */
const NO_SECOND_PARSE = '--js-flags=--no-enable-lazy-source-positions'

function launchBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM']
  if (executablePath === undefined) throw new Error('Run npm test web, or set CHROMIUM to a browser.')
  // A container's root has no sandbox to enter; the pages are our own.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', NO_SECOND_PARSE] })
}

async function visit(
  browser: Browser,
  { devnet, url, ...look }: Look & { devnet: Devnet; url: string },
): Promise<Visit> {
  const { width = 1440, theme = 'light', account, chainId = 4663, knowsChain = true, hasWorker = false } = look
  const { sendsTogether = false, givesCode = false } = look
  const height = width < 768 ? HEIGHT.phone : HEIGHT.desktop
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    ...(look.timezone !== undefined && { timezoneId: look.timezone }),
    ...(look.locale !== undefined && { locale: look.locale }),
    colorScheme: theme,
    reducedMotion: 'reduce',
    serviceWorkers: hasWorker ? 'allow' : 'block',
  })
  // A guard against hangs: the time of a step depends on the machine and its load.
  context.setDefaultTimeout(300_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url }).catch(() => {})
  const { rpcUrls = {} } = look
  await context.exposeFunction('postToNode', postToNode)
  await context.exposeFunction('sendTogether', sendTogether)
  if (account)
    await context.addInitScript(installWallet, {
      rpcUrl: devnet.rpcUrl,
      rpcUrls,
      account,
      chainId,
      isDeclining: false,
      knowsChain,
      sendsTogether,
      givesCode,
    })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    const isOurs =
      origin === url || origin === new URL(devnet.rpcUrl).origin || protocol === 'data:' || protocol === 'blob:'
    if (!isOurs) complaints.push(`asked somebody else: ${request.url()}`)
  })
  return { page, context, complaints }
}

async function postToNode(url: string, body: string): Promise<unknown> {
  return (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).json()
}

/** Goes to a page and waits until everything on it reacts. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await isReady(page)
}

export async function reload(page: Page): Promise<void> {
  await page.reload()
  await isReady(page)
}

/** Waits until the page that a click has led to reacts. */
export async function opened(page: Page, url: RegExp): Promise<void> {
  await page.waitForURL(url)
  await isReady(page)
}

function isReady(page: Page): Promise<void> {
  return page.locator('html[data-ready]').waitFor({ state: 'attached' })
}

/** Connects the installed wallet, past what the devnet asks of a foreign one. */
export async function connectWallet(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Connect/ })
    .click()
  await page.getByRole('button', { name: 'Robot Wallet' }).click()
  await page.getByLabel('Type “devnet” to go on').fill('devnet')
  await page.getByRole('button', { name: 'Connect Robot Wallet' }).click()
  await page.getByRole('button', { name: /^Wallet 0x|Wrong chain/ }).waitFor()
}

/** Connects the installed wallet and signs in with it, where a page asks for that. */
export async function signIn(page: Page): Promise<void> {
  await connectWallet(page)
  await page
    .getByRole('button', { name: /^Sign in as 0x/ })
    .first()
    .click()
  const isSignedIn = () => page.evaluate("localStorage.getItem('slipway.session') !== null")
  await vi.waitUntil(isSignedIn, { timeout: 300_000 })
}

/** Signs in the sheet that is open, and closes the receipt that says what was done. */
export async function sign(page: Page, done: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Open wallet to sign' }).click()
  const receipt = page.getByRole('dialog', { name: 'Done' })
  await receipt.getByText(done).waitFor()
  await receipt.getByRole('button', { name: 'Done' }).click()
  await receipt.waitFor({ state: 'detached' })
}
