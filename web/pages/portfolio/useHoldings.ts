import { useEffect, useState } from 'react'
import { paths, type Token, type TokenDetail, type TokenPage, type TradePage } from '../../api/launchpad.ts'
import { request, urlOf } from '../../api/request.ts'
import { rpc } from '../../wallet/rpc.ts'

export type Holding = { token: Token; balance: bigint }

const BALANCE_OF = '0x70a08231'
const TOKENS_MAX = 60

type Sources = { address: string; trades: TradePage | undefined; launched: TokenPage | undefined }

/** The launched tokens an account holds, among those it traded or launched; balances come from the chain. */
export function useHoldings({ address, trades, launched }: Sources): {
  holdings: Holding[] | undefined
  isFailed: boolean
} {
  const [state, setState] = useState<{ holdings: Holding[] | undefined; isFailed: boolean }>({
    holdings: undefined,
    isFailed: false,
  })
  useEffect(() => {
    if (!trades || !launched) return
    const known = new Map(launched.tokens.map((token) => [token.address, token]))
    const met = [...new Set([...known.keys(), ...trades.trades.map((trade) => trade.address)])].slice(0, TOKENS_MAX)
    Promise.all(met.map((token) => read(token, address, known.get(token)))).then(
      (all) => setState({ holdings: all.flatMap((found) => (found ? [found] : [])).sort(byValue), isFailed: false }),
      () => setState((before) => ({ ...before, isFailed: true })),
    )
  }, [address, trades, launched])
  return state
}

async function read(token: string, account: string, known: Token | undefined): Promise<Holding | undefined> {
  const data = BALANCE_OF + account.slice(2).toLowerCase().padStart(64, '0')
  const balance = BigInt(await rpc<string>('eth_call', [{ to: token, data }, 'latest']))
  if (balance === 0n) return undefined
  return { balance, token: known ?? (await request<TokenDetail>(urlOf(paths.token, { address: token }))) }
}

function byValue(a: Holding, b: Holding): number {
  return Number(worthOf(b) - worthOf(a))
}

/** The value at the current price, in wei; a sale would bring less. */
export function worthOf({ token, balance }: Holding): bigint {
  return (BigInt(token.priceEth) * balance) / 10n ** 18n
}
