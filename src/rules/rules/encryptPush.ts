import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys of a browser: its point on P-256, uncompressed, and the secret that it shares with its senders. */
export type BrowserKeys = { p256dh: Uint8Array; auth: Uint8Array }

/** Values that no two messages may share. */
type Fresh = { salt: Uint8Array; privateKey: Uint8Array }

const RECORD_BYTES = 4_096
/** Ends the last record. */
const DELIMITER = 2
const TAG_BYTES = 16
const CURVE = 'prime256v1'

/** Encrypts a message so that only the browser can read it (RFC 8291, content encoding aes128gcm of RFC 8188). */
export function encryptPush(message: string, { p256dh, auth }: BrowserKeys, fresh: Fresh = createFresh()): Buffer {
  const sender = createECDH(CURVE)
  sender.setPrivateKey(fresh.privateKey)
  const own = sender.getPublicKey()
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, own])
  const secret = derive({ secret: sender.computeSecret(p256dh), salt: auth }, about, 32)
  const key = derive({ secret, salt: fresh.salt }, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive({ secret, salt: fresh.salt }, Buffer.from('Content-Encoding: nonce\0'), 12)
  const plain = Buffer.concat([Buffer.from(message), Buffer.of(DELIMITER)])
  const head = headOf(fresh.salt, own)
  if (plain.length + TAG_BYTES + head.length > RECORD_BYTES) throw new RangeError('the message is too long')
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  return Buffer.concat([head, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

type Salted = { secret: Uint8Array; salt: Uint8Array }

function createFresh(): Fresh {
  const pair = createECDH(CURVE)
  pair.generateKeys()
  return { salt: randomBytes(16), privateKey: pair.getPrivateKey() }
}

function derive({ secret, salt }: Salted, about: Uint8Array, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, about, bytes))
}

function headOf(salt: Uint8Array, publicKey: Uint8Array): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_BYTES)
  return Buffer.concat([salt, size, Buffer.of(publicKey.length), publicKey])
}
