import type { Readable } from 'node:stream'
import { oneLine } from '#core/UntrustedText.ts'

export type LineBuffer = {
  /** The lines since the last call. */
  take(): string[]
  /** Called when there are lines to take. */
  onLines(listener: () => void): void
}

const LINES_MAX = 200
const LINE_LENGTH_MAX = 2_000

/** Gathers what a program complains of, line by line; of a flood only the first lines are kept, and how many there were. */
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
    if (lines.length > 0) listener()
  })
  return {
    take() {
      const taken = dropped > 0 ? [...lines, `… and ${dropped} more lines, too many to keep.`] : lines
      lines = []
      dropped = 0
      return taken.filter((line) => line !== '')
    },
    onLines(given) {
      listener = given
      if (lines.length > 0) given()
    },
  }
}
