import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts secrets that must be read again, such as those that sign webhooks (AES-256-GCM). */
export type SecretBox = { seal(secret: Uint8Array): Buffer; open(sealed: Uint8Array): Buffer }

/** Seals with the first key and opens with any, so that the root secret can be rotated. */
export function createSecretBox(keys: readonly [Uint8Array, ...Uint8Array[]]): SecretBox {
  return {
    seal(secret) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keys[0], nonce)
      const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    open(sealed) {
      const opened = keys.values().map((key) => tryOpen(key, sealed))
      const secret = opened.find((found) => found !== undefined)
      if (!secret) throw new Error('A stored secret was sealed under another SECRET.')
      return secret
    },
  }
}

function tryOpen(key: Uint8Array, sealed: Uint8Array): Buffer | undefined {
  const content = NONCE_BYTES + TAG_BYTES
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, content))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(content)), decipher.final()])
  } catch {
    return undefined
  }
}
