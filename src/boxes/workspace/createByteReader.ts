/** Reads a stream of bytes in pieces of a chosen size. */
export function createByteReader(source: AsyncIterable<Uint8Array>) {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  /** At least one byte and at most `max`. */
  async function some(max: number): Promise<Buffer> {
    while (rest.length === 0) {
      const { done, value } = await chunks.next()
      if (done) throw new Error('The archive is cut off.')
      rest = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    }
    const bytes = rest.subarray(0, max)
    rest = rest.subarray(bytes.length)
    return bytes
  }
  return {
    some,
    async take(size: number): Promise<Buffer> {
      const parts: Buffer[] = []
      for (let left = size; left > 0; left -= parts.at(-1)?.length ?? 0) parts.push(await some(left))
      return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
    },
    async skip(size: number): Promise<void> {
      for (let left = size; left > 0; ) left -= (await some(left)).length
    },
  }
}
