import { paths, type Token, type TokenPage } from '../../api/launchpad.ts'
import { request, urlOf } from '../../api/request.ts'
import { type Query, useQuery } from '../../api/useQuery.ts'
import { rpc } from '../../wallet/rpc.ts'

export type Holding = { token: Token; balance: bigint }

const BALANCE_OF = '0x70a08231'
const PAGE = 200
const PAGES_MAX = 10

/** Every launched token an account holds, however it got it; balances come from the chain. */
export function useHoldings(address: string): Query<Holding[]> {
  return useQuery(`holdings ${address}`, (signal) => read(address, signal), { followsMined: true })
}

async function read(holder: string, signal: AbortSignal): Promise<Holding[]> {
  const tokens = await readTokens(holder, signal)
  const holdings = await Promise.all(
    tokens.map(async (token) => ({ token, balance: await readBalance(token.address, holder) })),
  )
  return holdings.filter(({ balance }) => balance > 0n).sort(byValue)
}

async function readTokens(holder: string, signal: AbortSignal): Promise<Token[]> {
  const tokens: Token[] = []
  let cursor: string | undefined
  for (let page = 0; page < PAGES_MAX; page++) {
    const found = await request<TokenPage>(urlOf(paths.tokens, { holder, limit: PAGE, cursor }), { signal })
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
