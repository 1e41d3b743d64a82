import type { LiveEvent, Positions } from './Source.ts'

/** Not part of any position. */
const SEPARATOR = '~'

/**
 * Positions that carry the database's incarnation, written only if it is not the first. A position of another
 * incarnation is beyond every event: its number may since have been given to another event.
 */
export function withIncarnation<Position, Event extends LiveEvent>(
  positions: Positions<Position, Event>,
  incarnation: number,
): Positions<Position, Event> {
  if (incarnation === 1) return { ...positions, isOther: (text) => text.includes(SEPARATOR) }
  const suffix = `${SEPARATOR}${incarnation}`
  return {
    ...positions,
    parse: (text) => positions.parse(text.endsWith(suffix) ? text.slice(0, -suffix.length) : text),
    format: (position) => positions.format(position) + suffix,
    isOther: (text) => !text.endsWith(suffix),
    frame: (event, position) => withSuffix(positions.frame?.(event, position) ?? event.frame, suffix),
  }
}

type Suffixed = { suffix: string; bytes: Uint8Array }

/** By the frame without it, so that it is made once for all readers. */
const suffixed = new WeakMap<Uint8Array, Suffixed>()

/** Appends to the first line of a frame, which is its id. */
function withSuffix(frame: Uint8Array, suffix: string): Uint8Array {
  const known = suffixed.get(frame)
  if (known?.suffix === suffix) return known.bytes
  const end = frame.indexOf(10)
  const bytes = Buffer.concat([frame.subarray(0, end), Buffer.from(suffix), frame.subarray(end)])
  suffixed.set(frame, { suffix, bytes })
  return bytes
}
