import { every } from '#core/every.ts'
import { createReader, type Reader, type Reading } from './Reader.ts'
import type { LiveEvent, Positions } from './Source.ts'
import { createWriter, type Writer } from './Writer.ts'

/** Where a stream starts: after a position, now, or from scratch because the position is unknown. */
export type Start<Position> = { after: Position } | 'now' | 'unknown'

type Options<Position> = {
  start: Start<Position>
  signal: AbortSignal
  /** Called once when the stream ends, for any reason. */
  closed?: (() => void) | undefined
}

export type Stream = {
  body: ReadableStream<Uint8Array>
  /** Queues `event: end` with the reason as the last frame and closes. */
  end(reason: string): void
}

const HEARTBEAT_MS = 15_000
const REPLAY_PART = 500
const HEARTBEAT = Buffer.from(': still here\n\n')

/** A `text/event-stream` of the events since the start, then of events as they are committed. */
export function openStream<Position, Event extends LiveEvent>(
  reading: Reading<Position, Event>,
  options: Options<Position>,
): Stream {
  const cleanUp = new DisposableStack()
  const writer = createWriter(() => cleanUp.dispose())
  if (options.closed) cleanUp.defer(options.closed)
  const { signal } = options
  if (signal.aborted) writer.end('stopping')
  else begin(reading, { ...options, writer, cleanUp })
  return { body: writer.body, end: writer.end }
}

type OpenStream<Position> = Options<Position> & { writer: Writer; cleanUp: DisposableStack }

function begin<Position, Event extends LiveEvent>(
  reading: Reading<Position, Event>,
  opened: OpenStream<Position>,
): void {
  const { writer, cleanUp, signal } = opened
  const reader = createReader(reading, writer)
  const stop = () => writer.end('stopping')
  // Subscribed before the tables are read, so that no event is missed.
  cleanUp.use(reading.source.subscribe(reader.hear))
  cleanUp.use(every(HEARTBEAT_MS, () => writer.write(HEARTBEAT)))
  signal.addEventListener('abort', stop)
  // The signal may live as long as the process.
  cleanUp.defer(() => signal.removeEventListener('abort', stop))
  replay(reading, opened, reader).catch(() => writer.end('unavailable'))
}

async function replay<Position, Event extends LiveEvent>(
  reading: Reading<Position, Event>,
  { start, writer }: OpenStream<Position>,
  reader: Reader<Position, Event>,
): Promise<void> {
  const { source, positions } = reading
  await source.refresh()
  const now = source.lastSeq()
  const from = await continuing(reading, start, now)
  reader.position = from ?? now
  writer.write(greeting(positions, { from, now, isNew: start === 'now' }))
  while (writer.isOpen() && positions.compare(now, reader.position) > 0) {
    const part = await source.readAfter(reader.position, REPLAY_PART)
    reader.send(part)
    if (part.length < REPLAY_PART) break
  }
  reader.goLive()
}

/** The position to resume from; undefined for one that is unknown or too old. */
export async function continuing<Position, Event extends LiveEvent>(
  { source, positions }: Reading<Position, Event>,
  start: Start<Position>,
  now: Position,
): Promise<Position | undefined> {
  if (typeof start === 'string' || positions.compare(start.after, now) > 0) return undefined
  return positions.compare(await source.oldest(), start.after) > 0 ? undefined : start.after
}

type Beginning<Position> = { from: Position | undefined; now: Position; isNew: boolean }

/** The first event: `ready` with the start, or `reset` if events were missed and the client must reload. */
function greeting<Position, Event extends LiveEvent>(
  positions: Positions<Position, Event>,
  { from, now, isNew }: Beginning<Position>,
): Uint8Array {
  const kind = from !== undefined || isNew ? 'ready' : 'reset'
  const id = positions.format(from ?? now)
  const data = JSON.stringify({ seq: numberIn(id), lastSeq: numberIn(positions.format(now)) })
  return Buffer.from(
    `retry: ${1_000 + Math.floor(Math.random() * 2_000)}\nid: ${id}\nevent: ${kind}\ndata: ${data}\n\n`,
  )
}

/** The number alone, without the database's incarnation. */
function numberIn(text: string): number | string {
  const [, digits] = /^([0-9]{1,15})(~\d+)?$/.exec(text) ?? []
  return digits === undefined ? text : Number(digits)
}
