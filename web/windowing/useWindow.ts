import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { anchorOf, type Drawn, measure, rangeOf, type ScrollAnchor, settle } from './drawnRows.ts'
import { layOut, offsetOf, type Range, type Rows } from './Rows.ts'

const FIRST_ROWS = 30
const END_PX = 24
const TOP_PX = 1_500
/** How often rows are chosen again without a scroll: enough to measure their heights, and a bound. */
const LOOKS_MAX = 20

type Options = {
  keys: readonly string[]
  /** The height of a row that was never drawn. */
  estimate: number
  onNearTop(): void
}
export type Window = Range & {
  scroller: RefObject<HTMLDivElement | null>
  list: RefObject<HTMLOListElement | null>
  /** The heights of the rows that are not drawn, above and below. */
  before: number
  after: number
  /** Whether the newest row is visible; it then stays visible as rows are added. */
  isAtEnd: boolean
  scrollToEnd(): void
  scrollTo(key: string): void
}

/** Draws only the visible rows of a long list, and keeps them in place while rows are added above. */
export function useWindow({ keys, estimate, onNearTop }: Options): Window {
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const heights = useRef(new Map<string, number>())
  const held = useRef<ScrollAnchor>({ isAtEnd: true })
  const [isAtEnd, setAtEnd] = useState(true)
  const [range, setRange] = useRange(keys)
  const shown = clamp(range, keys.length, held.current.isAtEnd)
  const arrange = () => layOut(keys.length, (index) => heights.current.get(keys[index] ?? '') ?? estimate)
  const rows: Rows = arrange()
  const look = useRef(() => {})
  const drawn = (): Drawn | undefined =>
    scroller.current && list.current ? { scroller: scroller.current, list: list.current, shown, keys } : undefined
  look.current = () => {
    const now = drawn()
    if (!now) return
    measure(now, heights.current)
    const { target, isAtEnd: wasAtEnd } = held.current
    held.current = { isAtEnd: wasAtEnd, ...(target !== undefined && { target }), ...anchorOf(now) }
    const wanted = rangeOf(now.scroller, arrange(), shown)
    if (wanted) setRange(wanted)
    if (now.scroller.scrollTop < TOP_PX) onNearTop()
  }
  const looks = useRef(0)
  useLayoutEffect(() => {
    const now = drawn()
    if (now) settle(now, held.current)
    if (looks.current++ < LOOKS_MAX) look.current()
  })
  useWatch(scroller, list, (event) => {
    const element = scroller.current
    if (!element) return
    looks.current = 0
    if (event === 'scroll') {
      held.current = { isAtEnd: element.scrollHeight - element.scrollTop - element.clientHeight < END_PX }
      setAtEnd(held.current.isAtEnd)
    } else if (held.current.isAtEnd) element.scrollTop = element.scrollHeight
    look.current()
  })
  const hold = useCallback(
    (now: ScrollAnchor, wanted: Range) => {
      held.current = now
      setAtEnd(now.isAtEnd)
      setRange(wanted)
    },
    [setRange],
  )
  const count = keys.length
  return {
    ...shown,
    scroller,
    list,
    before: offsetOf(rows, shown.start),
    after: offsetOf(rows, count) - offsetOf(rows, shown.end),
    isAtEnd,
    scrollToEnd: () => hold({ isAtEnd: true }, newest(count)),
    scrollTo(key) {
      const index = keys.indexOf(key)
      if (index >= 0) hold({ isAtEnd: false, target: key }, { start: Math.max(0, index - 15), end: index + 15 })
    },
  }
}

function newest(count: number): Range {
  return { start: Math.max(0, count - FIRST_ROWS), end: count }
}

/** At the end the newest rows are drawn, however many have come. */
function clamp({ start, end }: Range, count: number, isAtEnd: boolean): Range {
  if (isAtEnd) return { start: Math.max(0, Math.min(start, count - 1)), end: count }
  return { start: Math.min(start, count), end: Math.min(end, count) }
}

/** The rows that are drawn; they stay the same ones when others come before them. */
function useRange(keys: readonly string[]): [Range, (range: Range) => void] {
  const [first] = keys
  const [known, setKnown] = useState({ range: newest(keys.length), first })
  const range = known.first === first ? known.range : movedRange(known, keys)
  const hasMoved = known.first !== first
  // biome-ignore lint/correctness/useExhaustiveDependencies: kept once for each first row
  useLayoutEffect(() => {
    if (hasMoved) setKnown({ range, first })
  }, [hasMoved, first])
  const setRange = useCallback((next: Range) => setKnown({ range: next, first }), [first])
  return [range, setRange]
}

function movedRange({ range, first }: { range: Range; first: string | undefined }, keys: readonly string[]): Range {
  const shift = first === undefined ? -1 : keys.indexOf(first)
  return shift < 0 ? newest(keys.length) : { start: range.start + shift, end: range.end + shift }
}

type Element = RefObject<HTMLElement | null>

/** Reports scrolling and every change of size of the list or its viewport. */
function useWatch(scroller: Element, list: Element, handle: (event: 'scroll' | 'size') => void): void {
  const latest = useRef(handle)
  latest.current = handle
  useEffect(() => {
    const [element, content] = [scroller.current, list.current]
    if (!element || !content) return
    const onScroll = () => latest.current('scroll')
    const resized = new ResizeObserver(() => latest.current('size'))
    element.addEventListener('scroll', onScroll, { passive: true })
    resized.observe(element)
    resized.observe(content)
    return () => {
      element.removeEventListener('scroll', onScroll)
      resized.disconnect()
    }
  }, [scroller, list])
}
