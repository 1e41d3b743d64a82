import { generatePrivateKey, type LocalAccount, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { json } from '../json.ts'

type Send = (path: string, body: object, headers?: Record<string, string>) => Promise<Response>
export type Developer = { account: LocalAccount; token: string; key: string; keyId: string }

/** A new developer with a session token and a first key, the way the README shows it: nonce, signature, token, key. */
export async function signIn(send: Send, baseUrl: string, scopes: string[] = ['api:*']): Promise<Developer> {
  const account = privateKeyToAccount(generatePrivateKey())
  const { nonce } = await json(send('/api/auth/siwe/nonce', {}))
  const { host, origin } = new URL(baseUrl)
  const { address } = account
  const message = createSiweMessage({ address, chainId: 4663, domain: host, uri: origin, nonce, version: '1' })
  const signature = await account.signMessage({ message })
  const { token } = await json(send('/api/auth/siwe/verify', { message, signature }))
  const made = await json(send('/api/developer/keys', { name: 'first', scopes }, { authorization: `Bearer ${token}` }))
  return { account, token, key: made.key, keyId: made.record.id }
}
