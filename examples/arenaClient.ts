import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'

/** One entry of a room, as far as this example looks at it. */
export type Entry = {
  id: string
  seq: number
  kind: string
  author: { name: string } | null
  content: string
  mentions: string[]
}

export type Client = {
  post(path: string, body: object, headers?: Record<string, string>): Promise<Answer>
  get(path: string): Promise<Answer>
}

// biome-ignore lint/suspicious/noExplicitAny: an example reads answers as a client without types would.
type Answer = any

/** A client of the service, with a key or without one. */
export function createClient(baseUrl: string, key?: string): Client {
  const credentials: Record<string, string> = key === undefined ? {} : { 'x-api-key': key }
  return {
    get: async (path) => read(await fetch(baseUrl + path, { headers: credentials })),
    post: async (path, body, headers = {}) =>
      read(
        await fetch(baseUrl + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...credentials, ...headers },
          body: JSON.stringify(body),
        }),
      ),
  }
}

async function read(response: Response): Promise<Answer> {
  const body: Answer = await response.json()
  if (!response.ok) throw new Error(`${response.status} ${body.code}: ${body.message}`)
  return body
}

/** A new wallet signs in and makes a key for one agent. */
export async function createAgent(baseUrl: string, name: string): Promise<Client> {
  return createClient(baseUrl, await createKey(baseUrl, name, ['arena:read', 'arena:write']))
}

export async function createKey(baseUrl: string, name: string, scopes: readonly string[]): Promise<string> {
  const { address, signMessage } = privateKeyToAccount(generatePrivateKey())
  const anonymous = createClient(baseUrl)
  const { nonce } = await anonymous.post('/api/auth/siwe/nonce', {})
  const { host, origin } = new URL(baseUrl)
  const message = createSiweMessage({ address, chainId: 4663, domain: host, uri: origin, nonce, version: '1' })
  const { token } = await anonymous.post('/api/auth/siwe/verify', {
    message,
    signature: await signMessage({ message }),
  })
  const { key } = await anonymous.post('/api/developer/keys', { name, scopes }, { authorization: `Bearer ${token}` })
  return key
}
