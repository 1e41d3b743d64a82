import type { Page } from 'playwright-core'
import { type Address, parseEther } from 'viem'
import { DUSD } from '#devnet/addresses.ts'
import { NATIVE, positionUrl } from '#site/positionUrl.ts'
import { buildWeb } from '../scripts/buildWeb.ts'
import { findChromium } from '../scripts/findChromium.ts'
import { openSite, type SiteUnderTest } from '../test/setup/web/openSite.ts'
import { buy, send } from '../test/setup/web/seedLaunches.ts'
import type { Row } from './Row.ts'
import { longestFrameOfRoom } from './setup/roomOfThousands.ts'

const SLOW_DOWN = 4
const TRADES = 250
const MESSAGES = 10_000
const TRADES_PER_SECOND = 1_000 / 60

/** Watches a page from its beginning, with Chromium's own measures; the content is there in the frame after it was found. */
const observe = (landmark: string) => `
  globalThis.seen = { content: 0, largest: 0, shift: 0, blocked: 0 }
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  watch('largest-contentful-paint', (entry) => { seen.largest = entry.startTime })
  watch('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.shift += entry.value })
  watch('longtask', (entry) => { seen.blocked += Math.max(0, entry.duration - 50) })
  const look = () => requestAnimationFrame((now) => {
    if (document.querySelector(${JSON.stringify(landmark)})) requestAnimationFrame((then) => { seen.content = then })
    else look()
  })
  look()`

/** How soon the pages show their content on a slow machine, and whether a busy token keeps them from moving. */
export async function run(): Promise<Row[]> {
  await buildWeb()
  const chromium = await findChromium()
  if (chromium === undefined) {
    process.stdout.write('Skipped: web needs Chromium. Install it: apt-get install -y chromium-headless-shell.\n')
    return []
  }
  process.env['CHROMIUM'] = chromium
  await using site = await openSite({ env: { RATE_LIMIT_POSTS: '1000000', RATE_LIMIT_WRITE: '1000000' } })
  // The first visit of all packs the files that every later one gets ready-made.
  await load(site, '/launch', '.token-row')
  const list = await load(site, '/launch', '.token-row')
  const token = await load(site, `/launch/${site.tokens['SXT']}`, 'tbody tr')
  const shifted = await shiftsOf(site)
  const frame = await longestFrame(site)
  const drag = await longestFrameOfDrag(site)
  const scrolled = await longestFrameOfRoom(site, MESSAGES)
  return [
    ...rowsOf('/launch', list),
    ...rowsOf('/launch/{token}', token),
    ...shifted,
    { name: 'longest frame at 1,000 trades a minute', ours: frame, unit: 'ms', target: '≤ 100', ok: frame <= 100 },
    { name: 'longest frame while a range is dragged', ours: drag, unit: 'ms', target: '≤ 50', ok: drag <= 50 },
    { name: 'longest frame through 10,000 messages', ours: scrolled, unit: 'ms', target: '≤ 50', ok: scrolled <= 50 },
  ]
}

type Seen = { content: number; largest: number; shift: number; blocked: number }

function rowsOf(name: string, { content, largest, shift, blocked }: Seen): Row[] {
  return [
    {
      name: `${name}: content, ${SLOW_DOWN}× slow-down`,
      ours: content,
      unit: 'ms',
      target: '≤ 1000',
      ok: content <= 1_000,
    },
    { name: `${name}: largest contentful paint`, ours: largest, unit: 'ms' },
    shiftRow(name, shift),
    { name: `${name}: total blocking time`, ours: blocked, unit: 'ms' },
  ]
}

function shiftRow(name: string, shift: number): Row {
  return { name: `${name}: layout shift`, ours: shift, unit: '', target: '≤ 0.1', ok: shift <= 0.1 }
}

const ETH_DUSD = positionUrl({ protocol: 'v4', tokenA: NATIVE, tokenB: DUSD, amountA: '500000000000000000' })

/** Pages that their scripts draw. */
async function shiftsOf(site: SiteUnderTest): Promise<Row[]> {
  const pages: [string, string, string][] = [
    ['/positions/new', '/positions/new', '.token-button'],
    ['/positions/new with a pool', ETH_DUSD, '.range .in'],
    ['/positions', `/positions?owner=${site.accounts[0]}`, '.position'],
    ['/portfolio/{address}', `/portfolio/${site.accounts[4]}`, '.table tbody tr'],
    ['/pools', '/pools?tokenA=ETH&tokenB=DUSD', '.depth svg'],
  ]
  const rows: Row[] = []
  for (const [name, path, landmark] of pages) rows.push(shiftRow(name, (await load(site, path, landmark)).shift))
  return rows
}

async function load(site: SiteUnderTest, path: string, landmark: string): Promise<Seen> {
  const { page, context } = await site.visit()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN })
  await page.addInitScript(observe(landmark))
  await page.goto(path)
  await page.locator(landmark).first().waitFor()
  await page.waitForTimeout(2_000)
  const seen = (await page.evaluate('seen')) as Seen
  await context.close()
  return seen
}

/** Trades as they come, while the page counts the time between its frames. */
async function longestFrame(site: SiteUnderTest): Promise<number> {
  const { page, context } = await site.visit()
  const token = site.tokens['SXT'] as Address
  await page.goto(`/launch/${token}`)
  await page.locator('tbody tr').first().waitFor()
  await page.waitForTimeout(2_000)
  await countFrames(page)
  for (let trade = 0; trade < TRADES; trade++) {
    const from = site.accounts[3 + (trade % 12)] as Address
    await send(site.rpc, buy(token, { from, factory: site.devnet.contracts.launchpad, value: parseEther('0.0005') }))
    await new Promise((resolve) => setTimeout(resolve, 1_000 / TRADES_PER_SECOND))
  }
  const longest = (await page.evaluate('longestFrame')) as number
  await context.close()
  return longest
}

const DRAG_STEPS = 240

/** One end of a range goes back and forth under the pointer, as the amounts and the figures follow it. */
async function longestFrameOfDrag(site: SiteUnderTest): Promise<number> {
  const { page, context } = await site.visit()
  await page.goto(
    positionUrl({
      protocol: 'v4',
      tokenA: NATIVE,
      tokenB: DUSD,
      lower: -198080,
      upper: -194710,
      amountA: '1000000000',
    }),
  )
  const slider = page.getByRole('slider', { name: 'Lowest price' })
  await slider.waitFor()
  await page.waitForTimeout(2_000)
  const { x, y, width } = (await slider.boundingBox()) ?? { x: 0, y: 0, width: 0 }
  const [value, min, max] = [
    Number(await slider.inputValue()),
    Number(await slider.getAttribute('min')),
    Number(await slider.getAttribute('max')),
  ] as const
  const from = x + 12 + ((value - min) / (max - min)) * (width - 24)
  await page.mouse.move(from, y + 90)
  await page.mouse.down()
  await countFrames(page)
  for (let step = 0; step < DRAG_STEPS; step++) {
    await page.mouse.move(from + 100 * Math.sin(step / 12), y + 90)
    await page.waitForTimeout(10)
  }
  const longest = (await page.evaluate('longestFrame')) as number
  await context.close()
  return longest
}

function countFrames(page: Page): Promise<unknown> {
  return page.evaluate(`
    globalThis.longestFrame = 0
    let last = performance.now()
    const tick = (now) => { longestFrame = Math.max(longestFrame, now - last); last = now; requestAnimationFrame(tick) }
    requestAnimationFrame(tick)`)
}
