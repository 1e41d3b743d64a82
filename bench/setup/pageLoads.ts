import { DUSD } from '#devnet/addresses.ts'
import { NATIVE, positionUrl } from '#site/positionUrl.ts'
import type { SiteUnderTest } from '../../test/setup/web/openSite.ts'
import type { Row } from '../Row.ts'

const SLOW_DOWN = 4
const SETTLED_MS = 2_000
const LOOK_MS = 100
const CONTENT_MS = 1_000
const BLOCKED_MS = 200
const SHIFT = 0.1

/** Measures a page from its start with Chromium's own metrics; the content is visible in the frame after it was found. */
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

type Seen = { content: number; largest: number; shift: number; blocked: number }
type PageLoad = { name: string; path: string; landmark: string }

/** Every page with the element that is its content. */
function pagesOf({ tokens, accounts }: SiteUnderTest): PageLoad[] {
  const pool = positionUrl({ protocol: 'v4', tokenA: NATIVE, tokenB: DUSD, amountA: '500000000000000000' })
  return [
    { name: '/', path: '/', landmark: 'h1' },
    { name: '/launch', path: '/launch', landmark: '.token-row' },
    { name: '/launch/{token}', path: `/launch/${tokens['SXT']}`, landmark: 'tbody tr' },
    { name: '/launch/new', path: '/launch/new', landmark: 'form' },
    { name: '/portfolio/{address}', path: `/portfolio/${accounts[4]}`, landmark: '.table tbody tr' },
    { name: '/pools', path: '/pools?tokenA=ETH&tokenB=DUSD', landmark: '.depth svg' },
    { name: '/positions', path: `/positions?owner=${accounts[0]}`, landmark: '.position' },
    { name: '/positions/new', path: '/positions/new', landmark: '.token-button' },
    { name: '/positions/new with a pool', path: pool, landmark: '.range .in' },
    { name: '/arena', path: '/arena', landmark: 'main h1' },
    { name: '/boxes', path: '/boxes', landmark: 'main h1' },
    { name: '/developers', path: '/developers', landmark: 'main h1' },
  ]
}

/** How soon pages show their content on a slow machine, cold, and how long their scripts block them; without names, all of them. */
export async function measurePages(site: SiteUnderTest, names: readonly string[]): Promise<Row[]> {
  const pages = pagesOf(site).filter(({ name }) => names.length === 0 || names.includes(name))
  // The first visit of all packs the files that every later one gets ready-made.
  for (const page of pages) await load(site, page)
  const rows: Row[] = []
  for (const page of pages) rows.push(...rowsOf(page.name, await load(site, page)))
  return rows
}

function rowsOf(name: string, { content, largest, shift, blocked }: Seen): Row[] {
  return [
    bounded(`${name}: content, ${SLOW_DOWN}× slow-down`, content, CONTENT_MS),
    { name: `${name}: largest contentful paint`, ours: largest, unit: 'ms' },
    bounded(`${name}: total blocking time`, blocked, BLOCKED_MS),
    { name: `${name}: layout shift`, ours: shift, unit: '', target: `≤ ${SHIFT}`, ok: shift <= SHIFT },
  ]
}

export function bounded(name: string, ours: number, max: number): Row {
  return { name, ours, unit: 'ms', target: `≤ ${max}`, ok: ours <= max }
}

/** Each visit has a browser profile of its own, so that nothing is cached. */
async function load(site: SiteUnderTest, { path, landmark }: PageLoad): Promise<Seen> {
  const { page, context } = await site.visit()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN })
  await page.addInitScript(observe(landmark))
  await page.goto(path)
  // A locator would put Playwright's own script into the page, and its cost into the figures.
  const isThere = async () => (await session.send('Runtime.evaluate', { expression: 'seen.content > 0' })).result.value
  while (!(await isThere())) await page.waitForTimeout(LOOK_MS)
  await page.waitForTimeout(SETTLED_MS)
  const seen = (await page.evaluate('seen')) as Seen
  await context.close()
  return seen
}
