import { oneLine } from '#core/UntrustedText.ts'
import { cut } from '#site/format.ts'
import { NATIVE } from '#site/positionUrl.ts'
import { config } from '../api/siteData.ts'
import { useQuery } from '../api/useQuery.ts'
import { rpc } from '../wallet/rpc.ts'

/** A token as it describes itself: symbol and decimals are its own claim. */
export type TokenInfo = { address: string; symbol: string; decimals: number }

const SYMBOL = '0x95d89b41'
const DECIMALS = '0x313ce567'
const DECIMALS_MAX = 36
const SYMBOL_MAX = 12

export const ETH: TokenInfo = { address: NATIVE, symbol: 'ETH', decimals: 18 }

/** Tokens this page knows without asking: ETH, and what the deployment put on its chain. */
export const KNOWN_TOKENS: readonly TokenInfo[] = [ETH, ...config.tokens]

const read = new Map<string, Promise<TokenInfo>>()

/** Reads symbol and decimals of a token on the site's own chain; fails if there is none. */
export function readToken(address: string): Promise<TokenInfo> {
  const key = address.toLowerCase()
  const known = KNOWN_TOKENS.find((token) => token.address.toLowerCase() === key)
  if (known) return Promise.resolve(known)
  const found = read.get(key) ?? ask(address)
  read.set(key, found)
  found.catch(() => read.delete(key))
  return found
}

async function ask(address: string): Promise<TokenInfo> {
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
export function useToken(address: string | undefined): TokenState {
  const { data, dataKey, key, failure } = useQuery(address, () => readToken(address ?? ''))
  return {
    token: address !== undefined && dataKey === address ? data : undefined,
    problem: address !== undefined && key === address ? failure?.message : undefined,
  }
}

/** Finds a token by address; WETH is shown as ETH, and an unknown token by its address. */
export function tokenAmong(tokens: readonly TokenInfo[], address: string): TokenInfo {
  const key = address.toLowerCase()
  const is = (token: TokenInfo) => token.address.toLowerCase() === key
  const wrapped =
    key === config.wrappedNative?.toLowerCase() ? tokens.find((token) => token.address === NATIVE) : undefined
  const found = tokens.find(is) ?? wrapped ?? KNOWN_TOKENS.find(is)
  return found ?? { address, symbol: `${address.slice(0, 6)}…${address.slice(-4)}`, decimals: 0 }
}
