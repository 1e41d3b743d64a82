import { offsetOf, type Range, type Rows, rowsWithin } from './Rows.ts'

/** How far beyond the visible part rows are drawn, and how near its edge the next ones are drawn. */
const AHEAD_PX = 900
const NEAR_PX = 300
const LARGE_PX = 6_000

/** The anchor that keeps its place: the end, a target row, or the first visible row. */
export type ScrollAnchor = { isAtEnd: boolean; target?: string; key?: string; offset?: number }
/** The elements of a list, which rows of it are drawn, and the key of every row. */
export type Drawn = { scroller: HTMLElement; list: HTMLElement; shown: Range; keys: readonly string[] }

/** The rows to draw, if the drawn ones no longer cover the visible part and its margin. */
export function rangeOf({ scrollTop, clientHeight }: HTMLElement, rows: Rows, shown: Range): Range | undefined {
  const seen = rowsWithin(rows, scrollTop - NEAR_PX, scrollTop + clientHeight + NEAR_PX)
  const isCovered = shown.start <= seen.start && shown.end >= seen.end
  const isLarge = offsetOf(rows, shown.end) - offsetOf(rows, shown.start) > clientHeight + LARGE_PX
  if (isCovered && !isLarge) return undefined
  const wanted = rowsWithin(rows, scrollTop - AHEAD_PX, scrollTop + clientHeight + AHEAD_PX)
  return wanted.start === shown.start && wanted.end === shown.end ? undefined : wanted
}

/** Restores the position of the anchor after the rows were drawn. */
export function settle(drawn: Drawn, held: ScrollAnchor): void {
  const { scroller } = drawn
  if (held.isAtEnd) scroller.scrollTop = scroller.scrollHeight
  else if (held.target !== undefined) rowOf(drawn, held.target)?.scrollIntoView({ block: 'center' })
  else if (held.key !== undefined && held.offset !== undefined) {
    const moved = (rowOf(drawn, held.key)?.offsetTop ?? held.offset) - held.offset
    if (moved !== 0) scroller.scrollTop += moved
  }
}

function rowOf({ list, shown, keys }: Drawn, key: string): HTMLElement | undefined {
  const index = keys.indexOf(key)
  if (index < shown.start || index >= shown.end) return undefined
  return list.children[index - shown.start] as HTMLElement | undefined
}

/** Records the heights of the drawn rows. */
export function measure(drawn: Drawn, heights: Map<string, number>): void {
  for (const [key, row] of rowsOf(drawn)) heights.set(key, row.offsetHeight)
}

/** The first visible row and its position in the list. */
export function anchorOf(drawn: Drawn): Partial<ScrollAnchor> {
  const top = drawn.scroller.scrollTop
  for (const [key, row] of rowsOf(drawn))
    if (row.offsetTop + row.offsetHeight > top) return { key, offset: row.offsetTop }
  return {}
}

function* rowsOf({ list, shown, keys }: Drawn): Generator<[string, HTMLElement]> {
  for (let index = shown.start; index < shown.end; index++) {
    const row = list.children[index - shown.start] as HTMLElement | undefined
    const key = keys[index]
    if (row && key !== undefined) yield [key, row]
  }
}
