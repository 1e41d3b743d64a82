import { createDecipheriv, pbkdf2Sync, scryptSync, timingSafeEqual } from 'node:crypto'
import { type Hex, keccak256, toHex } from 'viem'
import { UsageError } from './UsageError.ts'

type Parameters = { dklen: number; salt: string; n?: number; r?: number; p?: number; c?: number; prf?: string }
type Keystore = {
  version?: number
  crypto?: {
    cipher: string
    ciphertext: string
    cipherparams: { iv: string }
    kdf: string
    kdfparams: Parameters
    mac: string
  }
}

const MEMORY_MAX = 1024 ** 3

/** The private key of a keystore file (version 3), as wallets and nodes write it. */
export function readKeystore(text: string, password: string): Hex {
  const { version, crypto } = parse(text)
  if (version !== 3 || crypto?.cipher !== 'aes-128-ctr')
    throw new UsageError('The keystore must be a version 3 file with aes-128-ctr.')
  const derived = derive(crypto.kdf, crypto.kdfparams, password)
  const ciphertext = Buffer.from(crypto.ciphertext, 'hex')
  const mac = Buffer.from(keccak256(Buffer.concat([derived.subarray(16, 32), ciphertext]), 'bytes'))
  const stated = Buffer.from(crypto.mac, 'hex')
  if (stated.length !== mac.length || !timingSafeEqual(mac, stated))
    throw new UsageError('The password of the keystore is wrong.')
  const decipher = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), Buffer.from(crypto.cipherparams.iv, 'hex'))
  return toHex(Buffer.concat([decipher.update(ciphertext), decipher.final()]))
}

function parse(text: string): Keystore {
  try {
    const { Crypto, crypto = Crypto, ...rest } = JSON.parse(text)
    return { ...rest, crypto }
  } catch {
    throw new UsageError('The keystore is not a JSON file.')
  }
}

function derive(kdf: string, { dklen, salt, n = 0, r = 0, p = 0, c = 0 }: Parameters, password: string): Buffer {
  const bytes = Buffer.from(salt, 'hex')
  if (kdf === 'scrypt') return scryptSync(password, bytes, dklen, { N: n, r, p, maxmem: MEMORY_MAX })
  if (kdf === 'pbkdf2') return pbkdf2Sync(password, bytes, c, dklen, 'sha256')
  throw new UsageError(`The keystore uses ${kdf}, which is not known here.`)
}
