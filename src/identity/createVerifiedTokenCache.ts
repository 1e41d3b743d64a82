import { hash } from 'node:crypto'

/** The claims that a token's signature proves. */
export type VerifiedToken = { subject: string; tokenId: string; issuedAt: number; expiresAt: number; isOurs: boolean }

type Verify = (token: string) => Promise<VerifiedToken>

const TOKENS_MAX = 10_000

/**
 * Verifies the signature of one of our own tokens once, because a burst of calls would keep the verifiers busy. Expiry
 * and sign-out are checked on every call, and so is the signature of an identity provider, whose keys may change.
 */
export function createVerifiedTokenCache({ verify, now }: { verify: Verify; now(): number }): Verify {
  const known = new Map<string, Promise<VerifiedToken>>()
  const verifyAgain = (token: string, print: string) => {
    const verified = verify(token)
    known.delete(print)
    known.set(print, verified)
    if (known.size > TOKENS_MAX) known.delete(oldestOf(known))
    const forget = () => {
      if (known.get(print) === verified) known.delete(print)
    }
    verified.then(({ isOurs }) => isOurs || forget(), forget)
    return verified
  }
  return (token) => {
    const print = fingerprint(token)
    const remembered = known.get(print)
    if (!remembered) return verifyAgain(token, print)
    return remembered.then((verified) => (verified.expiresAt > now() ? verified : verifyAgain(token, print)))
  }
}

/** Covers the signature too, and keeps the token itself out of memory. */
function fingerprint(token: string): string {
  return hash('sha256', token, 'base64')
}

function oldestOf(known: ReadonlyMap<string, unknown>): string {
  const [oldest = ''] = known.keys()
  return oldest
}
