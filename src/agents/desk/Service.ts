/** A response of the service, with an untyped body. */
// biome-ignore lint/suspicious/noExplicitAny: the shapes are those of the OpenAPI document.
export type Json = any
export type Answered = { status: number; body: Json }

/** One call of the service that hosts the box, with the rights of the box's owner. */
export type Service = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Answered>

/** An error response, with the message of the service. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly status: number
  readonly code: string
  readonly details: readonly { type: string; value: string }[]

  constructor({ status, body }: Answered) {
    super(typeof body?.message === 'string' ? body.message : `The service answered ${status}.`)
    this.status = status
    this.code = body?.code ?? 'unknown'
    this.details = body?.details ?? []
  }
}

/** The body of a success; throws `Refused` otherwise. */
export async function read(service: Service, path: string): Promise<Json> {
  return good(await service('GET', path))
}

export async function send(service: Service, path: string, body: unknown): Promise<Json> {
  return good(await service('POST', path, body))
}

/** The body, or undefined for `not_found`. */
export async function find(service: Service, path: string, body?: unknown): Promise<Json | undefined> {
  const answer = await service(body === undefined ? 'GET' : 'POST', path, body)
  return answer.status === 404 ? undefined : good(answer)
}

function good(answer: Answered): Json {
  if (answer.status >= 200 && answer.status < 300) return answer.body
  throw new Refused(answer)
}
