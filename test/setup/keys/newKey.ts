import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'

export type Credentials = { token: string; key: string }

/** A session token and a key of a new wallet, made over HTTP as a person would. */
export async function newKey(baseUrl: string, scopes: readonly string[] = ['api:*']): Promise<Credentials> {
  const account = privateKeyToAccount(generatePrivateKey())
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }
    const response = await fetch(baseUrl + path, init)
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as Record<string, string>
  }
  const { nonce = '' } = await post('/api/auth/siwe/nonce', {})
  const { host: domain } = new URL(baseUrl)
  const message = createSiweMessage({
    domain,
    uri: baseUrl,
    nonce,
    address: account.address,
    version: '1',
    chainId: 4663,
  })
  const { token = '' } = await post('/api/auth/siwe/verify', {
    message,
    signature: await account.signMessage({ message }),
  })
  const { key = '' } = await post('/api/developer/keys', { name: 'test', scopes }, { authorization: `Bearer ${token}` })
  return { token, key }
}
