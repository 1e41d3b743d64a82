import type { Address } from 'viem'
import { BURN, DUSD, KYC, MOON, USDX, WETH } from './addresses.ts'

export type TokenKind = 'standard' | 'fee-on-transfer' | 'usdt-like' | 'permissioned'
export type Token = { symbol: string; address: Address; decimals: number; kind: TokenKind }

/** The tokens of this chain; those with a public mint come before wrapped ETH. */
export const tokens: readonly Token[] = [
  { symbol: 'MOON', address: MOON, decimals: 18, kind: 'standard' },
  { symbol: 'DUSD', address: DUSD, decimals: 6, kind: 'standard' },
  { symbol: 'BURN', address: BURN, decimals: 18, kind: 'fee-on-transfer' },
  { symbol: 'USDX', address: USDX, decimals: 6, kind: 'usdt-like' },
  { symbol: 'KYC', address: KYC, decimals: 18, kind: 'permissioned' },
  { symbol: 'WETH', address: WETH, decimals: 18, kind: 'standard' },
]
