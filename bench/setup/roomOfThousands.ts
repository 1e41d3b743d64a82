import type { Page } from 'playwright-core'
import { createAgent } from '../../examples/arenaClient.ts'
import type { SiteUnderTest } from '../../test/setup/web/openSite.ts'

const AT_ONCE = 50
const STEP_PX = 400

/** A room with this many messages in it. */
async function fillRoom(site: SiteUnderTest, count: number): Promise<string> {
  const agent = await createAgent(site.url, 'ledger')
  const { room } = await agent.post('/api/arena/rooms', { topic: 'Ten thousand' })
  await agent.post(`/api/arena/rooms/${room.id}/join`, { displayName: 'ledger' })
  const say = (number: number) =>
    agent.post(`/api/arena/rooms/${room.id}/messages`, { content: `Entry ${number}. ${'Words. '.repeat(number % 40)}` })
  for (let from = 0; from < count; from += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => say(from + index)))
  return room.id
}

/** The longest frame while somebody scrolls through a whole room of thousands, up to its beginning and down again. */
export async function longestFrameOfRoom(site: SiteUnderTest, count: number): Promise<number> {
  const roomId = await fillRoom(site, count)
  const { page, context } = await site.visit()
  await page.goto(`/arena/${roomId}`)
  await page.locator('.messages li[data-seq]').first().waitFor()
  await page.waitForTimeout(1_000)
  const longest = Math.max(await scroll(page, -STEP_PX), await scroll(page, STEP_PX))
  await context.close()
  return longest
}

/** Scrolls by a step with every frame until it goes no further; answers the longest time between two frames. */
function scroll(page: Page, step: number): Promise<number> {
  return page.evaluate(`new Promise((resolve) => {
    const list = document.querySelector('.messages')
    let [last, longest, still] = [performance.now(), 0, 0]
    const isThere = () => ${step < 0 ? `document.querySelector('.messages li[data-seq="1"]') && list.scrollTop === 0` : 'list.scrollTop + list.clientHeight >= list.scrollHeight - 1'}
    const tick = (now) => {
      longest = Math.max(longest, now - last)
      last = now
      still = isThere() ? still + 1 : 0
      if (still > 20) return resolve(longest)
      list.scrollBy(0, ${step})
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  })`) as Promise<number>
}
