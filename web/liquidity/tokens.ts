import { oneLine } from '#core/UntrustedText.ts'
import { cut } from '#site/format.ts'
import { NATIVE } from '#site/positionUrl.ts'
import type { ChainTokens } from '../api/liquidity.ts'
import { request } from '../api/request.ts'
import { config, perPage } from '../api/siteData.ts'
import { useQuery, useResource } from '../api/useQuery.ts'
import { tokensUrl } from '../wallet/chainReads.ts'
import { chainById, pageChain } from '../wallet/chains.ts'
import { rpc } from '../wallet/rpc.ts'

/** A token as it describes itself: symbol and decimals are its own claim. */
export type TokenInfo = { address: string; symbol: string; decimals: number }

const SYMBOL = '0x95d89b41'
const DECIMALS = '0x313ce567'
const DECIMALS_MAX = 36
const SYMBOL_MAX = 12

const ETH: TokenInfo = { address: NATIVE, symbol: 'ETH', decimals: 18 }

/** Tokens this page knows without asking: ETH, and what the deployment put on its own chain. */
export const knownTokens = perPage((): readonly TokenInfo[] => [ETH, ...config.tokens])

/** The native currency of a chain, as pools name it. */
export function nativeOf(chainId: number): TokenInfo {
  const { symbol, decimals } = chainById(chainId).nativeCurrency
  return { address: NATIVE, symbol, decimals }
}

/** Tokens to choose from: those the page knows on its own chain, the best-known ones on another. */
export function useKnownTokens(chainId: number): readonly TokenInfo[] {
  const isOwn = chainId === config.chainId
  const { data } = useResource<ChainTokens>(isOwn ? undefined : tokensUrl({ chainId }))
  return isOwn ? knownTokens() : (data?.tokens ?? [])
}

/** A token that needs no reading. */
function knownToken(address: string, chainId: number): TokenInfo | undefined {
  if (address === NATIVE) return nativeOf(chainId)
  if (chainId !== config.chainId) return undefined
  return knownTokens().find((token) => token.address.toLowerCase() === address.toLowerCase())
}

const read = new Map<string, Promise<TokenInfo>>()

/** Reads symbol and decimals of a token; fails if there is none. */
export function readToken(address: string, chainId: number = config.chainId): Promise<TokenInfo> {
  const key = `${chainId} ${address.toLowerCase()}`
  const known = knownToken(address, chainId)
  if (known) return Promise.resolve(known)
  const found = read.get(key) ?? (chainId === config.chainId ? readOwn(address) : readElsewhere(address, chainId))
  read.set(key, found)
  found.catch(() => read.delete(key))
  return found
}

async function readElsewhere(address: string, chainId: number): Promise<TokenInfo> {
  const { tokens } = await request<ChainTokens>(tokensUrl({ chainId, tokens: address }))
  const [token] = tokens
  if (!token) throw new Error('No token was found at this address.')
  return { address, symbol: token.symbol || cut(address, 10), decimals: token.decimals }
}

async function readOwn(address: string): Promise<TokenInfo> {
  const call = (data: string) => rpc<string>('eth_call', [{ to: address, data }, 'latest'])
  const [symbol, decimals] = await Promise.all([call(SYMBOL).catch(() => '0x'), call(DECIMALS)])
  const count = decimals === '0x' ? Number.NaN : Number(decimals)
  if (!(count <= DECIMALS_MAX)) throw new Error('No token was found at this address.')
  return { address, symbol: textOf(symbol) || cut(address, 10), decimals: count }
}

/** A symbol as most tokens answer it (a string) or as a few old ones do (32 bytes). */
function textOf(hex: string): string {
  const bytes = Uint8Array.from(hex.slice(2).match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
  const isString = bytes.length >= 96
  const length = isString ? Number(`0x${hex.slice(66, 130)}`) : bytes.length
  const text = new TextDecoder().decode(isString ? bytes.slice(64, 64 + length) : bytes)
  return cut(oneLine(text), SYMBOL_MAX)
}

export type TokenState = { token: TokenInfo | undefined; problem: string | undefined }

/** A token by its address; nothing while it is being read. */
export function useToken(address: string | undefined, chainId: number): TokenState {
  const wanted = address && `${chainId} ${address}`
  const first = address === undefined ? undefined : knownToken(address, chainId)
  const { data, dataKey, key, failure } = useQuery(wanted, () => readToken(address ?? '', chainId), { first })
  return {
    token: wanted !== undefined && dataKey === wanted ? data : undefined,
    problem: wanted !== undefined && key === wanted ? failure?.message : undefined,
  }
}

/** Finds a token by address; wrapped ETH is shown as ETH, and an unknown token by its address. */
export function tokenAmong(tokens: readonly TokenInfo[], address: string): TokenInfo {
  const key = address.toLowerCase()
  const is = (token: TokenInfo) => token.address.toLowerCase() === key
  const { id, wrappedNative } = pageChain.get()
  const wrapped = key === wrappedNative?.toLowerCase() ? tokens.find((token) => token.address === NATIVE) : undefined
  const found = tokens.find(is) ?? wrapped ?? (id === config.chainId ? knownTokens().find(is) : undefined)
  return found ?? { address, symbol: `${address.slice(0, 6)}…${address.slice(-4)}`, decimals: 0 }
}
