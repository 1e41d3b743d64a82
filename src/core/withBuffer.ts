const BYTES = 2 ** 21
const KEPT_MAX = 4
const kept: Buffer[] = []

/**
 * Lends a buffer with room for `size` bytes until the work ends. It may contain old data, so read only the bytes that
 * the work wrote. Large buffers are reused, because each new one brings the next full garbage collection closer.
 */
export async function withBuffer<Result>(size: number, work: (buffer: Buffer) => Promise<Result>): Promise<Result> {
  const buffer = size > BYTES ? Buffer.allocUnsafe(size) : (kept.pop() ?? Buffer.allocUnsafeSlow(BYTES))
  try {
    return await work(buffer)
  } finally {
    if (buffer.length === BYTES && kept.length < KEPT_MAX) kept.push(buffer)
  }
}
