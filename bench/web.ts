import type { Page } from 'playwright-core'
import { type Address, parseEther } from 'viem'
import { DUSD } from '#devnet/addresses.ts'
import { NATIVE, positionUrl } from '#site/positionUrl.ts'
import { buildWeb } from '../scripts/buildWeb.ts'
import { findChromium } from '../scripts/findChromium.ts'
import { openSite, type SiteUnderTest } from '../test/setup/web/openSite.ts'
import { buy, send } from '../test/setup/web/seedLaunches.ts'
import type { Row } from './Row.ts'
import { bounded, measurePages } from './setup/pageLoads.ts'
import { longestFrameOfRoom } from './setup/roomOfThousands.ts'

const TRADES = 500
const FRAME_MS = 50
/** A page that kept the rows of an hour would be far above this limit. */
const HEAP_MB = 4
const MESSAGES = 10_000
const TRADES_PER_SECOND = 1_000 / 60

/** How soon the pages show their content on a slow machine, and whether a busy token keeps them from moving; `parts` are pages by name, `trades`, `drag` and `room`. */
export async function run(parts: readonly string[] = []): Promise<Row[]> {
  await buildWeb()
  const chromium = await findChromium()
  if (chromium === undefined) {
    process.stdout.write('Skipped: web needs Chromium. Install it: apt-get install -y chromium-headless-shell.\n')
    return []
  }
  process.env['CHROMIUM'] = chromium
  await using site = await openSite({ env: { RATE_LIMIT_POSTS: '1000000', RATE_LIMIT_WRITE: '1000000' } })
  const rows = await measurePages(site, parts)
  const isWanted = (part: string) => parts.length === 0 || parts.includes(part)
  if (isWanted('trades')) rows.push(...(await rowsOfTrades(site)))
  if (isWanted('drag'))
    rows.push(bounded('longest frame while a range is dragged', await longestFrameOfDrag(site), FRAME_MS))
  if (isWanted('room'))
    rows.push(bounded('longest frame through 10,000 messages', await longestFrameOfRoom(site, MESSAGES), FRAME_MS))
  return rows
}

async function rowsOfTrades(site: SiteUnderTest): Promise<Row[]> {
  const { frame, grown } = await followTrades(site)
  return [
    bounded('longest frame at 1,000 trades a minute', frame, FRAME_MS),
    { ...bounded(`heap grown by ${TRADES} live trades`, grown, HEAP_MB), unit: 'MB' },
  ]
}

/** Trades as they come, while the page counts the time between its frames; then what it has kept in memory. */
async function followTrades(site: SiteUnderTest): Promise<{ frame: number; grown: number }> {
  const { page, context } = await site.visit()
  const session = await context.newCDPSession(page)
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage')
    return (await session.send('Runtime.getHeapUsage')).usedSize / 1e6
  }
  const token = site.tokens['SXT'] as Address
  await page.goto(`/launch/${token}`)
  await page.locator('tbody tr').first().waitFor()
  await page.waitForTimeout(2_000)
  const before = await heap()
  await countFrames(page)
  for (let trade = 0; trade < TRADES; trade++) {
    const from = site.accounts[3 + (trade % 12)] as Address
    await send(site.rpc, buy(token, { from, factory: site.devnet.contracts.launchpad, value: parseEther('0.0005') }))
    await new Promise((resolve) => setTimeout(resolve, 1_000 / TRADES_PER_SECOND))
  }
  const frame = (await page.evaluate('longestFrame')) as number
  const grown = (await heap()) - before
  await context.close()
  return { frame, grown }
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
