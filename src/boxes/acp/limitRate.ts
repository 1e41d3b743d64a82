import { setTimeout as delay } from 'node:timers/promises'

type Rate = { burstBytes: number; bytesPerSecond: number }
type Time = { now(): number; wait(ms: number): Promise<void> }

const MIB = 2 ** 20
/** A run may send 1 MiB of updates; what exceeds it costs time to parse and is dropped. */
const AGENT_RATE: Rate = { burstBytes: 8 * MIB, bytesPerSecond: 2 * MIB }

const SYSTEM: Time = { now: () => performance.now(), wait: (ms) => delay(ms) }

/** Reads only as fast as the rate allows, so that one agent cannot keep the event loop busy with its output. */
export async function* limitRate(
  source: AsyncIterable<Uint8Array>,
  { burstBytes, bytesPerSecond }: Rate = AGENT_RATE,
  { now, wait }: Time = SYSTEM,
): AsyncGenerator<Uint8Array> {
  let credit = burstBytes
  let countedAt = now()
  for await (const chunk of source) {
    const at = now()
    credit = Math.min(burstBytes, credit + ((at - countedAt) / 1000) * bytesPerSecond) - chunk.length
    countedAt = at
    yield chunk
    if (credit < 0) await wait((-credit / bytesPerSecond) * 1000)
  }
}
