import * as crypto from 'node:crypto'
import { type Address, checksumAddress as checksumInScript } from 'viem'

const DIGEST = 'keccak-256'
const CODE_OF_8 = 56
const CODE_OF_A = 97
const TO_UPPER_CASE = -32
const IN_LOWER_CASE = /^0x[0-9a-f]{40}$/
/** Reused: a string that is put together letter by letter is slow to look up in a map. */
const written = Buffer.from('0x'.padEnd(42, '0'))
/** OpenSSL has the hash from version 3.2 on. */
const isNative = isSupported()

/** The address with its checksum (EIP-55), of one in lower case. OpenSSL is eight times as fast as a hash in JavaScript. */
export function checksumAddress(lower: Address): Address {
  // Other text does not fill the buffer, which would then end as the last address does.
  if (!isNative || !IN_LOWER_CASE.test(lower)) return checksumInScript(lower)
  const digits = lower.slice(2)
  const hash = crypto.hash(DIGEST, digits)
  for (let place = 0; place < digits.length; place++) {
    const code = digits.charCodeAt(place)
    const isUpper = code >= CODE_OF_A && hash.charCodeAt(place) >= CODE_OF_8
    written[place + 2] = isUpper ? code + TO_UPPER_CASE : code
  }
  return written.toString('latin1') as Address
}

function isSupported(): boolean {
  try {
    return crypto.hash(DIGEST, '') !== ''
  } catch {
    return false
  }
}
