import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto'

/** One key pair by which push services know this service (RFC 8292). */
export type Vapid = {
  /** The uncompressed point, in base64url, as browsers take it. */
  publicKey: string
  /** The header `Authorization` of a message to this URL. */
  authorize(url: URL, now: number): string
}

/** The order of P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const LIFETIME_SECONDS = 12 * 60 * 60

/** A key pair that follows from a secret, so that every replica and every start has the same one. */
export function createVapid(secret: Uint8Array, contact: string | undefined): Vapid {
  const { publicKey, key } = pairOf(secret)
  return {
    publicKey,
    authorize({ origin }, now) {
      const claims = { aud: origin, exp: Math.floor(now / 1000) + LIFETIME_SECONDS, ...(contact && { sub: contact }) }
      const content = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`
      const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' })
      return `vapid t=${content}.${signature.toString('base64url')}, k=${publicKey}`
    },
  }
}

function pairOf(secret: Uint8Array): { publicKey: string; key: KeyObject } {
  const scalar = (BigInt(`0x${Buffer.from(secret).toString('hex')}`) % (ORDER - 1n)) + 1n
  const d = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(d)
  const point = pair.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)]
  const jwk = { kty: 'EC', crv: 'P-256', d: encodedBytes(d), x: encodedBytes(x), y: encodedBytes(y) }
  return { publicKey: encodedBytes(point), key: createPrivateKey({ format: 'jwk', key: jwk }) }
}

function encodedBytes(bytes: Buffer): string {
  return bytes.toString('base64url')
}

function encoded(value: object): string {
  return encodedBytes(Buffer.from(JSON.stringify(value)))
}
