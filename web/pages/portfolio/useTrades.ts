import { paths, type Trade, type TradePage } from '../../api/launchpad.ts'
import { request, urlOf } from '../../api/request.ts'
import { type Query, useFirst, useQuery } from '../../api/useQuery.ts'

const PAGE = 500
const PAGES_MAX = 4

/** The newest trades of an account over all tokens, the newest first. */
export function useTrades(trader: string): Query<Trade[]> {
  const page = useFirst<TradePage>(pageUrl(trader))
  const first = page && !page.nextCursor ? page.trades : undefined
  return useQuery(`trades ${trader}`, (signal) => read(trader, signal), { followsMined: true, first })
}

function pageUrl(trader: string, cursor?: string): string {
  return urlOf(paths.trades, { trader, limit: PAGE, cursor })
}

async function read(trader: string, signal: AbortSignal): Promise<Trade[]> {
  const trades: Trade[] = []
  let cursor: string | undefined
  for (let page = 0; page < PAGES_MAX; page++) {
    const found = await request<TradePage>(pageUrl(trader, cursor), { signal })
    trades.push(...found.trades)
    cursor = found.nextCursor
    if (cursor === undefined) break
  }
  return trades
}
