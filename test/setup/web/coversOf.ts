import type { Page } from 'playwright-core'

/** Runs in the page: what lies on the letters of a heading that is seen, at both ends of each line. */
const SCRIPT = `[...document.querySelectorAll('h1:not(.screen-reader)')].flatMap((heading) => {
  const range = document.createRange()
  range.selectNodeContents(heading)
  const ends = [...range.getClientRects()].flatMap(({ left, right, top, height }) =>
    [left + 2, right - 2].map((x) => document.elementFromPoint(x, top + height / 2)),
  )
  const covers = ends.filter((top) => top && !heading.contains(top) && !top.contains(heading))
  return covers.map((top) => heading.textContent + ' is covered by ' + top.outerHTML.slice(0, 80))
})`

/** The elements that cover the heading of a page that is not scrolled. */
export async function coversOf(page: Page): Promise<string[]> {
  return (await page.evaluate(SCRIPT)) as string[]
}
