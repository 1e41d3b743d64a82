import { once } from 'node:events'
import { request } from 'node:http'
import { createServer } from 'node:net'

export function post(url: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  const json = { 'content-type': 'application/json', ...headers }
  return fetch(url, { method: 'POST', headers: json, body: JSON.stringify(body) })
}

/** A request whose headers have arrived, and whose body comes when the test says so. */
export function slowPost(
  url: string,
  body: object,
): { started: Promise<unknown>; finish(): Promise<number | undefined> } {
  const text = JSON.stringify(body)
  const headers = { 'content-type': 'application/json', 'content-length': text.length, expect: '100-continue' }
  const sent = request(url, { method: 'POST', headers })
  const answered = once(sent, 'response')
  answered.catch(() => {})
  sent.flushHeaders()
  return {
    started: once(sent, 'continue'),
    async finish() {
      sent.end(text)
      const [response] = await answered
      response.resume()
      return response.statusCode
    },
  }
}

/** A port that something else listens on. */
export async function takePort(): Promise<AsyncDisposable & { port: number }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return { port, [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())) }
}
