import { paths, type Quote } from '../../api/launchpad.ts'
import { request, urlOf } from '../../api/request.ts'
import { useQuery } from '../../api/useQuery.ts'

const SETTLE_MS = 150
const RETRY_MS = 5_000

type QuoteRequest = { address: string; side: 'buy' | 'sell'; amount: bigint | undefined; slippageBps: number }
export type Quoted = { quote: Quote | undefined; problem: string | undefined; isLoading: boolean }

/** The quote of a trade; read again when the amount or the market changes. */
export function useQuote({ address, side, amount, slippageBps }: QuoteRequest, version: string): Quoted {
  const url = amount ? urlOf(paths.quote, { address, side, amount: String(amount), slippageBps }) : undefined
  const { data, failure, isLoading } = useQuery<Quote>(
    url && `${version} ${url}`,
    (signal) => request(url ?? '', { signal }),
    { settleMs: SETTLE_MS, retryMs: RETRY_MS },
  )
  const isShown = url !== undefined && failure === undefined && data?.side === side
  return {
    quote: isShown ? data : undefined,
    problem: url === undefined ? undefined : failure?.message,
    isLoading: url !== undefined && isLoading,
  }
}
