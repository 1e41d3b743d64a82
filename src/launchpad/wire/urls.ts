/** Paths of the launchpad's endpoints, the same for server, site and browser. */
export const paths = {
  tokens: '/api/launchpad/tokens',
  token: '/api/launchpad/token',
  tokenList: '/api/launchpad/tokenlist',
  trades: '/api/launchpad/trades',
  candles: '/api/launchpad/candles',
  holders: '/api/launchpad/holders',
  holderHistory: '/api/launchpad/holders/history',
  stats: '/api/launchpad/stats',
  events: '/api/launchpad/events',
  metadata: '/api/launchpad/metadata',
  images: '/api/launchpad/images',
  quote: '/api/launchpad/quote',
  prepare: '/api/launchpad/prepare',
  takeDown: '/api/launchpad/takedown',
  restore: '/api/launchpad/restore',
  early: '/api/launchpad/early',
  claims: '/api/launchpad/claims',
  liquidity: '/api/launchpad/liquidity',
  creators: '/api/launchpad/creators',
  wallets: '/api/launchpad/wallets',
  traders: '/api/launchpad/traders',
} as const

type Query = Readonly<Record<string, string | number | undefined>>

/** One read: the operation that answers it, and its URL; `named` are the parameters in the path. */
export type Read = { operation: string; path: string; query: Record<string, string>; named?: Record<string, string> }

const ROWS = 50
const CANDLES = 300

/**
 * The reads that pages prefetch on the server and repeat in the browser. Both build the URL here, because a prefetched
 * answer is found by its URL.
 */
export const reads = {
  tokens: (query: Query): Read => read('listLaunchTokens', paths.tokens, query),
  token: (address: string): Read => read('getLaunchToken', paths.token, { address }),
  preview: (address: string): Read => reads.tokens({ search: address, include: 'glance', limit: 1 }),
  trades: (query: { address?: string; trader?: string | undefined }): Read =>
    read('listLaunchTrades', paths.trades, { ...query, limit: ROWS }),
  candles: (address: string, interval: string): Read =>
    read('listLaunchCandles', paths.candles, { address, interval, limit: CANDLES }),
  holders: (address: string): Read => read('listLaunchHolders', paths.holders, { address, limit: ROWS }),
  stats: (): Read => read('getLaunchStats', paths.stats, {}),
  early: (address: string): Read => read('listLaunchEarlyBuyers', paths.early, { address }),
  traders: (address: string): Read => read('listLaunchTraders', paths.traders, { address, limit: ROWS }),
  /** The record without its launches, for one line. */
  creatorSummary: (address: string): Read => ({ ...reads.creator(address), query: { without: 'launches' } }),
  creator: (address: string): Read => ({
    ...read('getLaunchCreator', `${paths.creators}/${address}`, {}),
    named: { address },
  }),
} as const

export function urlOf({ path, query }: Pick<Read, 'path' | 'query'>): string {
  const text = new URLSearchParams(query).toString()
  return text === '' ? path : `${path}?${text}`
}

function read(operation: string, path: string, query: Query): Read {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return { operation, path, query: Object.fromEntries(given.map(([name, value]) => [name, String(value)])) }
}
