import { request } from '../api/request.ts'

/** A transaction as it goes to the wallet. */
export type Sent = { chainId: number; from: string; to: string; data: string; value: string }

type PublicKey = { kid: string; kty: string; crv: string; x: string }
type Content = Omit<Sent, 'data'> & { exp: number; dataHash: string }

const TYPE = 'transaction-statement+jwt'
let keys: Promise<{ keys: PublicKey[] }> | undefined

/**
 * Whether the service signed a statement about exactly this transaction. False where it cannot be checked, such as in a
 * browser without Ed25519: nothing is claimed that was not verified.
 */
export async function isBuiltHere(statement: string, transaction: Sent): Promise<boolean> {
  try {
    const [header = '', payload = '', signature = ''] = statement.split('.')
    const { alg, typ, kid } = decoded<{ alg: string; typ: string; kid: string }>(header)
    keys ??= request<{ keys: PublicKey[] }>('/.well-known/jwks.json')
    const found = (await keys).keys.find((key) => key.kid === kid)
    if (!found || alg !== 'EdDSA' || typ !== TYPE) return false
    const { kty, crv, x } = found
    const key = await crypto.subtle.importKey('jwk', { kty, crv, x }, { name: 'Ed25519' }, false, ['verify'])
    const content = new TextEncoder().encode(`${header}.${payload}`)
    const isSigned = await crypto.subtle.verify({ name: 'Ed25519' }, key, bytesOf(signature), content)
    return isSigned && (await isAbout(decoded<Content>(payload), transaction))
  } catch {
    keys = undefined
    return false
  }
}

async function isAbout(content: Content, { chainId, from, to, data, value }: Sent): Promise<boolean> {
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  return (
    content.exp * 1000 > Date.now() &&
    content.chainId === chainId &&
    same(content.from, from) &&
    same(content.to, to) &&
    BigInt(content.value) === BigInt(value) &&
    content.dataHash === (await hashOf(data))
  )
}

async function hashOf(data: string): Promise<string> {
  const bytes = Uint8Array.from(data.slice(2).match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `0x${[...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

function bytesOf(part: string): Uint8Array<ArrayBuffer> {
  const text = atob(part.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

function decoded<T>(part: string): T {
  return JSON.parse(new TextDecoder().decode(bytesOf(part))) as T
}
