import type { Tracked } from '../../wallet/transactions.ts'

/** An address for what needs one to be drawn. */
export const SAMPLE = '0x8026adeE01cC5a485dCa53dE347984E5d986Fa9c'
export const FLAGS = Array.from({ length: 24 }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`)

const words = {
  doing: 'Buying 0.25 ETH of HRBR',
  done: 'Bought 28,698,731 HRBR',
  failed: 'The price moved past your minimum. Nothing was bought; gas was spent.',
}
const hash = `0x${'ab'.repeat(32)}`
const since = Date.now()

/** A transaction in each state it can be in. */
export const TOASTS: Tracked[] = [
  { ...words, id: 'wallet', state: 'wallet', since },
  { ...words, id: 'sent', state: 'sent', since, hash },
  {
    ...words,
    id: 'lost',
    state: 'sent',
    since,
    hash,
    problem: 'The chain does not answer. Your transaction was sent; still checking.',
  },
  { ...words, id: 'mined', state: 'mined', since, hash, block: 109_702 },
  { ...words, id: 'failed', state: 'failed', since, hash, block: 109_703 },
  { ...words, id: 'declined', state: 'declined', since },
]
