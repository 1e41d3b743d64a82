import { useEffect } from 'react'
import { paths, type Token, type TokenPage } from '../../api/launchpad.ts'
import { request, urlOf } from '../../api/request.ts'
import { type Query, useFirst, useQuery } from '../../api/useQuery.ts'
import { rpc } from '../../wallet/rpc.ts'
import type { OpenResults } from './useOpenResults.ts'

export type Holding = { token: Token; balance: bigint }

const BALANCE_OF = '0x70a08231'
const PAGE = 200
const PAGES_MAX = 10

/** Every launched token an account holds, however it got it; balances come from the chain, and at first from the index. */
export function useHoldings(address: string, indexed: OpenResults | undefined): Query<Holding[]> {
  const page = useFirst<TokenPage>(pageUrl(address))
  const first = page && !page.nextCursor && indexed ? holdingsOf(page.tokens, indexed) : undefined
  const query = useQuery(`holdings ${address}`, (signal) => read(address, signal), { followsMined: true, first })
  const { reload } = query
  useEffect(() => {
    if (page) reload()
  }, [page, reload])
  return query
}

function pageUrl(holder: string, cursor?: string): string {
  return urlOf(paths.tokens, { holder, limit: PAGE, cursor })
}

function holdingsOf(tokens: readonly Token[], indexed: OpenResults): Holding[] {
  return sorted(tokens.map((token) => ({ token, balance: BigInt(indexed.get(token.address)?.held ?? 0) })))
}

function sorted(holdings: readonly Holding[]): Holding[] {
  return holdings.filter(({ balance }) => balance > 0n).sort(byValue)
}

async function read(holder: string, signal: AbortSignal): Promise<Holding[]> {
  const tokens = await readTokens(holder, signal)
  const holdings = await Promise.all(
    tokens.map(async (token) => ({ token, balance: await readBalance(token.address, holder) })),
  )
  return sorted(holdings)
}

async function readTokens(holder: string, signal: AbortSignal): Promise<Token[]> {
  const tokens: Token[] = []
  let cursor: string | undefined
  for (let page = 0; page < PAGES_MAX; page++) {
    const found = await request<TokenPage>(pageUrl(holder, cursor), { signal })
    tokens.push(...found.tokens)
    cursor = found.nextCursor
    if (cursor === undefined) break
  }
  return tokens
}

async function readBalance(token: string, account: string): Promise<bigint> {
  const data = BALANCE_OF + account.slice(2).toLowerCase().padStart(64, '0')
  return BigInt(await rpc<string>('eth_call', [{ to: token, data }, 'latest']))
}

function byValue(a: Holding, b: Holding): number {
  return Number(worthOf(b) - worthOf(a))
}

/** The value at the current price, in wei; a sale would bring less. */
export function worthOf({ token, balance }: Holding): bigint {
  return (BigInt(token.priceEth) * balance) / 10n ** 18n
}
