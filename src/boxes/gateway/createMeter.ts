import type { ModelProtocol } from '#core/ModelEndpoint.ts'
import * as ModelUsage from './ModelUsage.ts'

/** Longer lines and answers are not searched for usage. */
const TEXT_BYTES_MAX = 8 * 2 ** 20

export type Meter = {
  read(part: Buffer): void
  /** The reported usage, if there was any, and the size of the answer. */
  end(): { usage: ModelUsage.ModelUsage | undefined; bytes: number }
}

/** Reads the usage out of an answer while it passes: line by line in a stream of events, otherwise at its end. */
export function createMeter(protocol: ModelProtocol, { isStream }: { isStream: boolean }): Meter {
  let usage: ModelUsage.ModelUsage | undefined
  let bytes = 0
  let pending: Buffer[] = []
  let pendingBytes = 0

  function keep(part: Buffer): void {
    pendingBytes += part.length
    if (pendingBytes <= TEXT_BYTES_MAX) pending.push(part)
  }
  function takeText(): string {
    const text = pendingBytes <= TEXT_BYTES_MAX ? Buffer.concat(pending).toString() : ''
    pending = []
    pendingBytes = 0
    return text
  }
  function count(text: string): void {
    for (const value of valuesOf(text)) {
      const found = ModelUsage.read(protocol, value)
      if (found) usage = usage ? ModelUsage.largest(usage, found) : found
    }
  }
  const countLine = (line: string) => line.startsWith('data:') && count(line.slice('data:'.length))
  return {
    read(part) {
      bytes += part.length
      let start = 0
      for (let end = isStream ? part.indexOf(10) : -1; end >= 0; end = part.indexOf(10, start)) {
        keep(part.subarray(start, end))
        countLine(takeText())
        start = end + 1
      }
      keep(part.subarray(start))
    },
    end() {
      const rest = takeText()
      if (isStream) countLine(rest)
      else count(rest)
      return { usage, bytes }
    },
  }
}

/** Most events of a stream say nothing of usage and are not parsed. */
function valuesOf(text: string): unknown[] {
  if (!/"usage/.test(text)) return []
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : [value]
  } catch {
    return []
  }
}
