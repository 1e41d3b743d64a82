import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The numbers of the drawn entries, in order. */
const drawn = (page: Page) =>
  page.locator('.messages li[data-seq]').evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-seq'))))

/** Whether the entry at the upper edge of what is seen is drawn, or the first of all. */
const IS_TOP_DRAWN = `(() => {
  const list = document.querySelector('.messages')
  const first = list.querySelector('li[data-seq]')
  return first.dataset.seq === '1' || first.getBoundingClientRect().top <= list.getBoundingClientRect().top
})()`

/** Goes through the whole room from its end to its beginning; every entry that was drawn on the way, each stretch in order. */
export async function readUpward(page: Page): Promise<number[]> {
  const seen = new Set<number>()
  const list = page.getByRole('log', { name: 'Messages' })
  for (let step = 0; step < 200 && !seen.has(1); step++) {
    const now = await drawn(page)
    expect(now).toEqual(now.map((_, index) => (now[0] ?? 0) + index))
    for (const seq of now) seen.add(seq)
    await list.evaluate((element) => element.scrollBy(0, -500))
    await expect.poll(() => page.evaluate(IS_TOP_DRAWN), { interval: 20 }).toBe(true)
  }
  return [...seen].toSorted((a, b) => a - b)
}
