import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, type JSONWebKeySet, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { deriveAll, type RootSecrets } from '#core/derive.ts'

export const LIFETIME_MS = 60 * 60_000

/** Distinguishes session tokens from other documents signed with the same key. */
const TYPE = 'session+jwt'
// The fixed bytes before an Ed25519 seed in a PKCS #8 key (RFC 8410).
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

type SigningKey = { kid: string; privateKey: KeyObject; publicKey: KeyObject }

/** Signs with the current secret, and accepts tokens of the previous one. */
export type Signer = { keys: readonly [SigningKey, ...SigningKey[]]; jwks: JSONWebKeySet; issuer: string }

export type Claims = { subject: string; tokenId: string; issuedAt: number }

export async function createSigner(secrets: RootSecrets, issuer: string): Promise<Signer> {
  const [seed, ...older] = deriveAll(secrets, 'session signing')
  const current = await signingKey(seed)
  const previous = await Promise.all(older.map(signingKey))
  const jwks = await Promise.all([current, ...previous].map(publicJwk))
  return { keys: [current, ...previous], jwks: { keys: jwks }, issuer }
}

export function sign({ keys, issuer }: Signer, { subject, tokenId, issuedAt }: Claims): Promise<string> {
  const [{ kid, privateKey }] = keys
  return new SignJWT()
    .setProtectedHeader({ alg: 'EdDSA', kid, typ: TYPE })
    .setIssuer(issuer)
    .setAudience(issuer)
    .setSubject(subject)
    .setJti(tokenId)
    .setIssuedAt(issuedAt / 1000)
    .setExpirationTime((issuedAt + LIFETIME_MS) / 1000)
    .sign(privateKey)
}

/** The claims of one of our tokens; throws jose's errors otherwise. */
export async function verify({ keys, issuer }: Signer, token: string, now: number): Promise<JWTPayload> {
  const verified = await jwtVerify(token, ({ kid }) => (keys.find((key) => key.kid === kid) ?? keys[0]).publicKey, {
    issuer,
    audience: issuer,
    algorithms: ['EdDSA'],
    typ: TYPE,
    requiredClaims: ['sub', 'jti', 'iat', 'exp'],
    currentDate: new Date(now),
  })
  return verified.payload
}

async function signingKey(seed: Buffer): Promise<SigningKey> {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey)
  return { kid: await calculateJwkThumbprint(await exportJWK(publicKey)), privateKey, publicKey }
}

async function publicJwk({ kid, publicKey }: SigningKey) {
  return { ...(await exportJWK(publicKey)), kid, alg: 'EdDSA', use: 'sig' }
}
