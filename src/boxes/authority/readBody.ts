import type { ServerHttp2Stream } from 'node:http2'

/** The body of a request, or undefined if it is larger than `bytesMax`. */
export async function readBody(stream: ServerHttp2Stream, bytesMax: number): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += part.length
    if (size > bytesMax) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}
