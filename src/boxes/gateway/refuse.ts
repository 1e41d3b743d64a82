import type { ServerHttp2Stream } from 'node:http2'
import { type ApiError, body as errorBody } from '#core/ApiError.ts'

/** Answers with an error, in the form of the service if no other is given; breaks off an answer that has begun. */
export function refuse(stream: ServerHttp2Stream, error: ApiError, problem: object = errorBody(error)): void {
  if (stream.destroyed) return
  if (stream.headersSent) return void stream.destroy()
  const { status } = error
  stream.resume()
  stream.respond({ ':status': status, 'content-type': 'application/json', 'x-should-retry': String(status === 429) })
  stream.end(JSON.stringify(problem))
}
