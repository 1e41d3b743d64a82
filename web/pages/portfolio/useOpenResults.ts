import { paths, type Wallet } from '../../api/launchpad.ts'
import { request, urlOf } from '../../api/request.ts'
import { type Query, useFirst, useQuery } from '../../api/useQuery.ts'

export type Result = Wallet['positions'][number]
/** The results in the tokens that an account holds, by token. */
export type OpenResults = ReadonlyMap<string, Result>

const PAGE = 500
const PAGES_MAX = 4

export function useOpenResults(address: string): Query<OpenResults> {
  const page = useFirst<Wallet>(pageUrl(address))
  const first = page && !page.nextCursor ? byToken(page) : undefined
  return useQuery(`open results ${address}`, (signal) => read(address, signal), { followsMined: true, first })
}

function pageUrl(address: string, cursor?: string): string {
  return urlOf(`${paths.wallets}/${address}`, { open: 'true', limit: PAGE, cursor })
}

function byToken({ positions }: Wallet): Map<string, Result> {
  return new Map(positions.map((position) => [position.address, position]))
}

async function read(address: string, signal: AbortSignal): Promise<OpenResults> {
  const found = new Map<string, Result>()
  let cursor: string | undefined
  for (let page = 0; page < PAGES_MAX; page++) {
    const wallet = await request<Wallet>(pageUrl(address, cursor), { signal })
    for (const [token, result] of byToken(wallet)) found.set(token, result)
    cursor = wallet.nextCursor
    if (cursor === undefined) break
  }
  return found
}

/** Realised and open together; undefined where tokens also came or went by transfer, which has no price. */
export function profitOf(result: Result | undefined): bigint | undefined {
  if (result?.receivedTokens !== '0' || result.sentTokens !== '0') return undefined
  return BigInt(result.realisedEth) + BigInt(result.unrealisedEth)
}
