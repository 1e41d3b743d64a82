import type { Locator } from 'playwright-core'

/** The parts of an element that reach beyond its right edge. */
export function overflowOf(element: Locator): Promise<string[]> {
  return element.evaluate((box) =>
    [...box.querySelectorAll('*')]
      .filter((part) => part.getBoundingClientRect().right > box.getBoundingClientRect().right + 1)
      .map((part) => `${part.tagName} ${part.textContent?.slice(0, 40)}`),
  )
}
