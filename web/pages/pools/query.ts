import { NATIVE } from '#site/positionUrl.ts'
import { config } from '../../api/siteData.ts'
import { chainOf } from '../../liquidity/ChainSelect.tsx'
import { knownTokens } from '../../liquidity/tokens.ts'

/** The search as the URL and the fields have it: a symbol stays a symbol. */
export type PoolQuery = { chainId: number; by: 'tokens' | 'reference'; tokenA: string; tokenB: string; pool: string }

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const REFERENCE = /^0x([0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/

export function parseQuery(search: string): PoolQuery {
  const query = new URLSearchParams(search)
  const text = (name: string) => query.get(name)?.trim() ?? ''
  const pool = text('pool')
  const by = pool !== '' ? 'reference' : 'tokens'
  return { chainId: chainOf(query), by, tokenA: text('tokenA'), tokenB: text('tokenB'), pool }
}

export function queryText({ chainId, by, tokenA, tokenB, pool }: PoolQuery): string {
  const query = new URLSearchParams()
  if (chainId !== config.chainId) query.set('chainId', String(chainId))
  if (by === 'reference' && pool !== '') query.set('pool', pool)
  if (by === 'tokens' && tokenA !== '') query.set('tokenA', tokenA)
  if (by === 'tokens' && tokenB !== '') query.set('tokenB', tokenB)
  const text = query.toString()
  return text === '' ? '/pools' : `/pools?${text}`
}

/** The token somebody typed, by a symbol this site knows or by address; undefined where it is neither. */
export function tokenAddress(text: string, chainId: number): string | undefined {
  const plain = text.trim()
  if (ADDRESS.test(plain)) return plain
  if (/^eth$/i.test(plain)) return NATIVE
  if (chainId !== config.chainId) return undefined
  return knownTokens().find(({ symbol }) => symbol.toLowerCase() === plain.toLowerCase())?.address
}

export function isReference(text: string): boolean {
  return REFERENCE.test(text.trim())
}
