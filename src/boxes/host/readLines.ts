import type { Readable } from 'node:stream'
import { oneLine } from '#core/UntrustedText.ts'

export type LineBuffer = {
  /** Returns and clears the collected lines. */
  take(): string[]
  /** Calls the listener when there are lines. */
  onLines(listener: () => void): void
}

const LINES_MAX = 200
const LINE_LENGTH_MAX = 2_000

/** Collects a stream as lines. When the buffer is full it stops reading until the lines are taken. */
export function readLines(stream: Readable): LineBuffer {
  let rest = ''
  let lines: string[] = []
  let dropped = 0
  let listener = () => {}
  stream.on('data', (data: Buffer) => {
    const pieces = (rest + data.toString()).split('\n')
    rest = (pieces.pop() ?? '').slice(0, LINE_LENGTH_MAX)
    const room = Math.max(0, LINES_MAX - lines.length)
    lines.push(...pieces.slice(0, room).map((line) => oneLine(line.slice(0, LINE_LENGTH_MAX))))
    dropped += Math.max(0, pieces.length - room)
    if (lines.length >= LINES_MAX) stream.pause()
    if (lines.length > 0) listener()
  })
  return {
    take() {
      const taken = dropped > 0 ? [...lines, `… and ${dropped} more lines were dropped.`] : lines
      lines = []
      dropped = 0
      stream.resume()
      return taken.filter((line) => line !== '')
    },
    onLines(next) {
      listener = next
      if (lines.length > 0) next()
    },
  }
}
