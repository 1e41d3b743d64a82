import { english } from 'viem/accounts'

/** The words of seed phrases. */
export const SEED_WORDS: ReadonlySet<string> = new Set(english)
