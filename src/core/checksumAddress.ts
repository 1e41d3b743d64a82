import * as crypto from 'node:crypto'
import { type Address, checksumAddress as checksumInScript } from 'viem'

const DIGEST = 'keccak-256'
const CODE_OF_8 = 56
/** OpenSSL has the hash from version 3.2 on. */
const isNative = isSupported()

/** The address with its checksum (EIP-55), of one in lower case. OpenSSL is eight times as fast as a hash in JavaScript. */
export function checksumAddress(lower: Address): Address {
  if (!isNative) return checksumInScript(lower)
  const digits = lower.slice(2)
  const hash = crypto.hash(DIGEST, digits)
  let address = '0x'
  for (let place = 0; place < digits.length; place++) {
    const digit = digits.charAt(place)
    address += hash.charCodeAt(place) >= CODE_OF_8 ? digit.toUpperCase() : digit
  }
  return address as Address
}

function isSupported(): boolean {
  try {
    return crypto.hash(DIGEST, '') !== ''
  } catch {
    return false
  }
}
