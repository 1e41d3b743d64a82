import { setTimeout as delay } from 'node:timers/promises'

type Rate = { burstBytes: number; bytesPerSecond: number }

const MIB = 2 ** 20
/** A run may send 1 MiB of updates; what exceeds it costs time to parse and is dropped. */
const AGENT_RATE: Rate = { burstBytes: 8 * MIB, bytesPerSecond: 2 * MIB }

/** Reads on only as fast as the rate allows, so that one agent cannot keep the event loop busy with its output. */
export async function* limitRate(
  source: AsyncIterable<Uint8Array>,
  { burstBytes, bytesPerSecond }: Rate = AGENT_RATE,
): AsyncGenerator<Uint8Array> {
  let credit = burstBytes
  let countedAt = performance.now()
  for await (const chunk of source) {
    const now = performance.now()
    credit = Math.min(burstBytes, credit + ((now - countedAt) / 1000) * bytesPerSecond) - chunk.length
    countedAt = now
    yield chunk
    if (credit < 0) await delay((-credit / bytesPerSecond) * 1000)
  }
}
