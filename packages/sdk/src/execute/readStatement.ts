import { ExecuteError } from './ExecuteError.ts'

/** The content of a statement; amounts are strings of digits. */
export type Statement = {
  iss: string
  iat: number
  exp: number
  chainId: number
  from: string
  to?: string
  dataHash?: string
  value?: string
  typedDataHash?: string
  limits: {
    pay: readonly { tokenAddress: string; atMost: string }[]
    receive: readonly { tokenAddress: string; atLeast: string; recipient: string }[]
  }
  approvals: readonly { tokenAddress: string; spender: string; amount?: string; positionId?: string; until?: string }[]
}

export type PublicKey = { kid?: string; kty?: string; crv?: string; x?: string }
type Verification = { keys: readonly PublicKey[]; issuer: string; now: number }

const TYPE = 'transaction-statement+jwt'
const SKEW_SECONDS = 60

/** The content of a statement that the service signed and that has not expired; throws for any other text. */
export async function readStatement(statement: unknown, { keys, issuer, now }: Verification): Promise<Statement> {
  const [header, payload, signature, ...rest] = String(statement).split('.')
  const { alg, typ, kid } = decode<{ alg?: string; typ?: string; kid?: string }>(header)
  const jwk = keys.find((key) => key.kid === kid && key.crv === 'Ed25519')
  if (rest.length > 0 || alg !== 'EdDSA' || typ !== TYPE || !jwk || !signature) throw invalid()
  const content = new TextEncoder().encode(`${header}.${payload}`)
  if (!(await isSigned(jwk, bytesOf(signature), content))) throw invalid()
  const claims = decode<Statement>(payload)
  if (claims.iss !== issuer) throw invalid()
  const seconds = now / 1000
  if (claims.exp <= seconds || claims.iat > seconds + SKEW_SECONDS)
    throw new ExecuteError('STATEMENT_EXPIRED', 'The statement has expired. Build the transaction again.')
  return claims
}

async function isSigned(jwk: PublicKey, signature: Uint8Array<ArrayBuffer>, content: Uint8Array<ArrayBuffer>) {
  const { kty = '', crv = '', x = '' } = jwk
  const key = await crypto.subtle.importKey('jwk', { kty, crv, x }, { name: 'Ed25519' }, false, ['verify'])
  return crypto.subtle.verify({ name: 'Ed25519' }, key, signature, content)
}

function decode<Content>(part: string | undefined): Content {
  try {
    return JSON.parse(new TextDecoder().decode(bytesOf(part ?? '')))
  } catch {
    throw invalid()
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  try {
    const base64 = base64url.replaceAll('-', '+').replaceAll('_', '/')
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    throw invalid()
  }
}

function invalid(): ExecuteError {
  return new ExecuteError(
    'STATEMENT_INVALID',
    'The answer has no statement of this service about its transaction. Ask the service for a new answer.',
  )
}
