import { createReader, type Reader, type Reading } from './Reader.ts'
import type { LiveEvent, Positions } from './Source.ts'
import { createWriter, type Writer } from './Writer.ts'

/** Where a reader goes on: after a position, at the present, or anew since nobody knows where it stood. */
export type Start<Position> = { after: Position } | 'now' | 'unknown'

type Options<Position> = {
  start: Start<Position>
  signal: AbortSignal
  /** Called once, however the stream ends. */
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

/** Events as they are committed, after those missed since the start, as `text/event-stream`. */
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

type Opened<Position> = Options<Position> & { writer: Writer; cleanUp: DisposableStack }

function begin<Position, Event extends LiveEvent>(reading: Reading<Position, Event>, opened: Opened<Position>): void {
  const { writer, cleanUp, signal } = opened
  const reader = createReader(reading, writer)
  const stop = () => writer.end('stopping')
  // Heard from before the tables are read, so that nothing falls between.
  cleanUp.use(reading.source.subscribe(reader.hear))
  const heartbeat = setInterval(() => writer.write(HEARTBEAT), HEARTBEAT_MS)
  cleanUp.defer(() => clearInterval(heartbeat))
  signal.addEventListener('abort', stop)
  // The signal may live as long as the process does.
  cleanUp.defer(() => signal.removeEventListener('abort', stop))
  replay(reading, opened, reader).catch(() => writer.end('unavailable'))
}

async function replay<Position, Event extends LiveEvent>(
  reading: Reading<Position, Event>,
  { start, writer }: Opened<Position>,
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

/** The position to go on from; undefined for one that is not kept any more, or was never given out. */
export async function continuing<Position, Event extends LiveEvent>(
  { source, positions }: Reading<Position, Event>,
  start: Start<Position>,
  now: Position,
): Promise<Position | undefined> {
  if (typeof start === 'string' || positions.compare(start.after, now) > 0) return undefined
  return positions.compare(await source.oldest(), start.after) > 0 ? undefined : start.after
}

type Beginning<Position> = { from: Position | undefined; now: Position; isNew: boolean }

/** The first event says where the stream begins, or that events were missed and everything must be read anew. */
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

function numberIn(text: string): number | string {
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : text
}
