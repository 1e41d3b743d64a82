import { exact } from '#site/format.ts'
import type { Words } from '../../wallet/transactions.ts'
import type { LaunchpadBody } from './Reviewed.ts'

type Describe = (body: LaunchpadBody, symbol: string) => Words

const amount = (value: unknown) => exact(BigInt(String(value ?? 0)))

const PRICE_MOVED = 'The price moved past your minimum. Gas was spent, nothing else. Review it again.'

const WORDS: Record<string, Describe> = {
  create: (_, symbol) => ({
    doing: `Launching ${symbol}`,
    done: `Launched ${symbol}`,
    failed: 'Nothing was launched; gas was spent. Review it again.',
  }),
  buy: ({ value }, symbol) => ({
    doing: `Buying ${symbol} for ${amount(value)} ETH`,
    done: `Bought ${symbol}`,
    failed: PRICE_MOVED,
    wei: String(value ?? 0),
  }),
  sell: (body, symbol) => ({
    doing: `Selling ${amount(body['amount'])} ${symbol}`,
    done: `Sold ${amount(body['amount'])} ${symbol}`,
    failed: PRICE_MOVED,
  }),
  claim: (_, symbol) => ({
    doing: `Claiming fees of ${symbol}`,
    done: `Claimed fees of ${symbol}`,
    failed: 'Nothing was claimed; gas was spent. The fees are still yours.',
  }),
  claimFeeSplit: (_, symbol) => ({
    doing: `Paying the fees of ${symbol}`,
    done: `Paid the fees of ${symbol}`,
    failed: 'Nothing was paid; gas was spent. The fees are still there.',
  }),
  releaseLock: (_, symbol) => ({
    doing: `Releasing locked ${symbol}`,
    done: `Released locked ${symbol}`,
    failed: 'Nothing was released; gas was spent.',
  }),
  transferCreator: () => ({
    doing: 'Offering the creator role',
    done: 'The creator role is offered',
    failed: 'Nothing changed; gas was spent.',
  }),
  acceptCreator: () => ({
    doing: 'Accepting the creator role',
    done: 'The creator role is yours',
    failed: 'Nothing changed; gas was spent.',
  }),
  createFeeSplit: () => ({
    doing: 'Creating the fee split',
    done: 'Created the fee split',
    failed: 'No split was created; gas was spent.',
  }),
}

const OTHER: Words = { doing: 'Sending the transaction', done: 'Done', failed: 'Nothing changed; gas was spent.' }

/** The names of an action in toasts and steps. */
export function wordsOf(body: LaunchpadBody, symbol: string): Words {
  return WORDS[body.action]?.(body, symbol) ?? OTHER
}
