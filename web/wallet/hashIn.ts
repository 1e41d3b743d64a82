import { WalletFailure } from './Provider.ts'

/** The hash that a wallet answers after it has sent; anything else cannot be followed on the chain. */
export function hashIn(answer: unknown): string {
  if (typeof answer === 'string' && /^0x[0-9a-fA-F]{64}$/.test(answer)) return answer
  throw new WalletFailure(
    'Your wallet did not answer with the hash of a transaction. Look in your wallet whether it was sent before you try again.',
  )
}
