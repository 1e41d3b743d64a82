import { hash } from 'node:crypto'

/** What a token's signature proves. */
export type VerifiedToken = { subject: string; tokenId: string; issuedAt: number; expiresAt: number; isOurs: boolean }

type Verify = (token: string) => Promise<VerifiedToken>

const TOKENS_MAX = 10_000

/**
 * Verifies the signature of one of our own tokens once, because it proves the same each time and a burst of calls would
 * keep the verifiers from everybody else. Whether a token is out of time or signed out is asked with every call, and
 * an identity provider's is verified with every call too, since its keys are not ours to trust for longer.
 */
export function createVerifiedTokenCache({ verify, now }: { verify: Verify; now(): number }): Verify {
  const known = new Map<string, Promise<VerifiedToken>>()
  const verifyAnew = (token: string, print: string) => {
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
    if (!remembered) return verifyAnew(token, print)
    return remembered.then((verified) => (verified.expiresAt > now() ? verified : verifyAnew(token, print)))
  }
}

/** Of the whole token, its signature included; the token itself is not kept in memory. */
function fingerprint(token: string): string {
  return hash('sha256', token, 'base64')
}

function oldestOf(known: ReadonlyMap<string, unknown>): string {
  const [oldest = ''] = known.keys()
  return oldest
}
