import { type Client, type ClientOptions, createClient } from '../../../packages/sdk/src/index.ts'
import type { TestService } from '../service.ts'

type Fetch = NonNullable<ClientOptions['fetch']>

/** A fetch that reaches the service without a socket. */
export function fetchOf({ app }: Pick<TestService, 'app'>): Fetch {
  return async (url, init) => app.fetch(new Request(url, init))
}

/** A client of the SDK for a service without a socket. */
export function sdkClient(service: TestService, options: Omit<ClientOptions, 'url'> = {}): Client {
  return createClient({ url: service.baseUrl, fetch: fetchOf(service), ...options })
}
