export type Head = { number: bigint; timestamp: bigint; hash: string }

type Source = {
  now: () => number
  intervalMs: number
  poll: () => Promise<Head>
  /** Called when the newest block changes. */
  onHead: (head: Head) => void
}

/** Follows the newest block while the chain is in use. */
export type HeadWatch = {
  source: Source
  isStopped: boolean
  timer: NodeJS.Timeout | undefined
  hash: string | undefined
  usedAt: number
  polledAt: number
}

const IDLE_MS = 5000
/** After this many intervals without a poll, cached reads are no longer trusted. */
const FRESH_INTERVALS = 3

/** Starts polling with the first use. */
export function create(source: Source): HeadWatch {
  const never = Number.NEGATIVE_INFINITY
  return { source, isStopped: false, timer: undefined, hash: undefined, usedAt: never, polledAt: never }
}

/** Keeps the watch polling for another five seconds. */
export function use(watch: HeadWatch): void {
  watch.usedAt = watch.source.now()
  if (!watch.timer && !watch.isStopped) schedule(watch, 0)
}

export function stop(watch: HeadWatch): void {
  watch.isStopped = true
  clearTimeout(watch.timer)
}

/** Whether the last poll is recent enough to have noticed a new block. */
export function isFresh(watch: HeadWatch | undefined): boolean {
  if (!watch) return false
  return watch.source.now() - watch.polledAt < FRESH_INTERVALS * watch.source.intervalMs
}

/** Takes a block from a poll or from another observer. */
export function observe(watch: HeadWatch, head: Head): void {
  watch.polledAt = watch.source.now()
  if (watch.hash === head.hash) return
  watch.hash = head.hash
  watch.source.onHead(head)
}

function schedule(watch: HeadWatch, delayMs: number): void {
  watch.timer = setTimeout(() => void tick(watch), delayMs).unref()
}

async function tick(watch: HeadWatch): Promise<void> {
  const { now, intervalMs, poll } = watch.source
  const start = now()
  // No poll is needed while another observer hands in blocks.
  const isCurrent = start - watch.polledAt < intervalMs
  if (!isCurrent) await poll().then((head) => observe(watch, head), ignore)
  watch.timer = undefined
  if (watch.isStopped || now() - watch.usedAt > IDLE_MS) return
  schedule(watch, Math.max(0, start + intervalMs - now()))
}

function ignore(): void {}
