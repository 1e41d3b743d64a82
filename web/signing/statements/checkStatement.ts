import { request } from '../../api/request.ts'

/** `unchecked`: nothing is known, such as in a browser without Ed25519 or while the keys cannot be read. */
export type Verdict = 'unchanged' | 'changed' | 'unchecked'

export type Content = {
  exp: number
  chainId: number
  from: string
  to?: string
  value?: string
  dataHash?: string
  typedDataHash?: string
}
type PublicKey = { kid: string; kty: string; crv: string; x: string }
type Signed = { kid: string; text: string; signature: Uint8Array<ArrayBuffer>; content: Content }

const TYPE = 'transaction-statement+jwt'
const ED25519 = { name: 'Ed25519' }
let published: Promise<PublicKey[]> | undefined

/** Whether the service signed this statement, and whether it is about what the caller holds. */
export async function checkStatement(
  statement: string | undefined,
  isAbout: (content: Content) => Promise<boolean>,
): Promise<Verdict> {
  const signed = readStatement(statement)
  if (!signed) return 'changed'
  try {
    const key = await publicKey(signed.kid)
    if (!key || !(await isSignedBy(key, signed)) || !(await isAbout(signed.content))) return 'changed'
    return signed.content.exp * 1000 > Date.now() ? 'unchanged' : 'unchecked'
  } catch {
    return 'unchecked'
  }
}

function readStatement(statement = ''): Signed | undefined {
  const [header = '', payload = '', signature = ''] = statement.split('.')
  try {
    const { alg, typ, kid } = decoded<{ alg: string; typ: string; kid: string }>(header)
    if (alg !== 'EdDSA' || typ !== TYPE) return undefined
    return { kid, text: `${header}.${payload}`, signature: bytesOf(signature), content: decoded<Content>(payload) }
  } catch {
    return undefined
  }
}

/** A key that is not among those read before may be new. */
async function publicKey(kid: string): Promise<CryptoKey | undefined> {
  const isIt = (key: PublicKey) => key.kid === kid
  const found = (await publishedKeys()).find(isIt) ?? (await publishedKeys({ isFresh: true })).find(isIt)
  if (!found) return undefined
  const { kty, crv, x } = found
  return crypto.subtle.importKey('jwk', { kty, crv, x }, ED25519, false, ['verify'])
}

async function publishedKeys({ isFresh = false } = {}): Promise<PublicKey[]> {
  if (isFresh || !published)
    published = request<{ keys: PublicKey[] }>('/.well-known/jwks.json').then(({ keys }) => keys)
  try {
    return await published
  } catch (error) {
    published = undefined
    throw error
  }
}

function isSignedBy(key: CryptoKey, { signature, text }: Signed): Promise<boolean> {
  return crypto.subtle.verify(ED25519, key, signature, new TextEncoder().encode(text))
}

function bytesOf(part: string): Uint8Array<ArrayBuffer> {
  const text = atob(part.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

function decoded<T>(part: string): T {
  return JSON.parse(new TextDecoder().decode(bytesOf(part))) as T
}
