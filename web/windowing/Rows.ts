/** Positions of rows of different heights. */
export type Rows = { offsets: Float64Array; count: number }
export type Range = { start: number; end: number }

/** The top of every row and, last, the total height. */
export function layOut(count: number, heightOf: (index: number) => number): Rows {
  const offsets = new Float64Array(count + 1)
  for (let index = 0; index < count; index++) offsets[index + 1] = (offsets[index] ?? 0) + heightOf(index)
  return { offsets, count }
}

export function offsetOf({ offsets, count }: Rows, index: number): number {
  return offsets[Math.min(Math.max(index, 0), count)] ?? 0
}

/** The rows that touch the space from `top` to `bottom`. */
export function rowsWithin(rows: Rows, top: number, bottom: number): Range {
  const start = rowAt(rows, top)
  return { start, end: Math.min(rows.count, rowAt(rows, bottom) + 1) }
}

/** The row at a position: the last one that begins at or above it. */
function rowAt({ offsets, count }: Rows, place: number): number {
  let low = 0
  let high = Math.max(0, count - 1)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((offsets[middle] ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return low
}
