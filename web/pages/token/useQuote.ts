import { useEffect, useState } from 'react'
import { paths, type Quote } from '../../api/launchpad.ts'
import { RequestFailure, request, urlOf } from '../../api/request.ts'

const WAIT_MS = 150

export type Asked = { address: string; side: 'buy' | 'sell'; amount: bigint | undefined; slippageBps: number }
export type Quoted = { quote: Quote | undefined; problem: string | undefined; isLoading: boolean }

/** What a trade would return now, read again when the amount or the market moves. */
export function useQuote({ address, side, amount, slippageBps }: Asked, version: string): Quoted {
  const [state, setState] = useState<Quoted & { side?: string }>({
    quote: undefined,
    problem: undefined,
    isLoading: false,
  })
  const url =
    amount === undefined || amount === 0n
      ? undefined
      : urlOf(paths.quote, { address, side, amount: String(amount), slippageBps })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version of the market is another quote
  useEffect(() => {
    if (url === undefined) {
      setState({ quote: undefined, problem: undefined, isLoading: false })
      return
    }
    const controller = new AbortController()
    setState((before) => ({ ...before, ...(before.side !== side && { quote: undefined }), side, isLoading: true }))
    const timer = setTimeout(() => {
      request<Quote>(url, { signal: controller.signal }).then(
        (quote) => setState({ quote, problem: undefined, isLoading: false, side }),
        (error: unknown) => {
          if (!controller.signal.aborted)
            setState({ quote: undefined, problem: wordsOf(error), isLoading: false, side })
        },
      )
    }, WAIT_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [url, version])
  return state
}

function wordsOf(error: unknown): string {
  return error instanceof RequestFailure ? error.message : 'The quote could not be read.'
}
