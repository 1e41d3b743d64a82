export type Sent = { body?: unknown; headers?: Record<string, string>; as?: string | undefined }
// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shape themselves.
export type Reply<Body = any> = { status: number; body: Body; headers: Headers }

/** A request with a JSON body; `as` is the secret of its caller. */
export function jsonRequest(method: string, url: string, { body, headers = {}, as }: Sent = {}): Request {
  return new Request(url, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(as !== undefined && { authorization: `Bearer ${as}` }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** A response with its JSON decoded; an empty body is an empty object. */
export async function readReply(response: Response): Promise<Reply> {
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) }
}
