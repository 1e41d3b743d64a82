/** The result of one round trip: a block, the wallet at that block, and the requested pools or positions. */

import { type Address, type Hex, zeroAddress } from 'viem'
import type { ChainFacts } from '#chain/ChainFacts.ts'
import { ApiError } from '#core/ApiError.ts'
import { rawSymbol, symbolOf } from '#liquidity/lens.ts'

export type Token = { readonly address: Address; readonly symbol: string; readonly decimals: number }

/** The wallet's balance of one token, and its allowances. */
export type Holding = {
  readonly token: Token
  readonly balance: bigint
  readonly allowance: bigint
  readonly permit: { readonly amount: bigint; readonly expiration: bigint; readonly nonce: bigint }
  readonly isContract: boolean
  readonly isPermissioned: boolean
  readonly isAllowed: boolean
}

export type Block = { readonly number: bigint; readonly timestamp: bigint }

export type Snapshot<Item> = {
  readonly block: Block
  readonly nativeBalance: bigint
  readonly holdings: readonly Holding[]
  readonly items: readonly Item[]
  /** Read in the same round trip when the native budget must leave room for gas. */
  readonly gasPrice: bigint | undefined
}

/** The part of the wallet that a read includes. */
export type Watch = {
  readonly wallet: Address
  readonly tokens: readonly Address[]
  /** Whose ERC-20 allowance counts. */
  readonly spender?: Address | undefined
  /** Whose allowance at Permit2 counts. */
  readonly permit2Spender?: Address | undefined
  /** Whether permissioned tokens move the spender to the permissioned position manager. */
  readonly followsPermissions?: boolean
}

/** The lens' form of a watch. */
export function toWatch({ permit2, uniswap }: ChainFacts, watch: Watch) {
  const { permissionsAdapterFactory, permissionedPositionManager } = uniswap.v4 ?? {}
  return {
    wallet: watch.wallet,
    tokens: watch.tokens,
    spender: watch.spender ?? zeroAddress,
    permit2: watch.permit2Spender ? permit2 : zeroAddress,
    permit2Spender: watch.permit2Spender ?? zeroAddress,
    permissions: (watch.followsPermissions && permissionsAdapterFactory) || zeroAddress,
    permissionedManager: (watch.followsPermissions && permissionedPositionManager) || zeroAddress,
  }
}

/** The watch as part of a cache key. */
export function watchKey({ wallet, tokens, spender, permit2Spender, followsPermissions }: Watch): string {
  return `${wallet} ${tokens.join(' ')} ${spender} ${permit2Spender} ${followsPermissions}`
}

type RawHead = { number: bigint; timestamp: bigint; nativeBalance: bigint }
type RawToken = { decimals: number; symbol: Hex }
type RawHolding = {
  balance: bigint
  allowance: bigint
  permitAmount: bigint
  permitExpiration: number
  permitNonce: number
  isContract: boolean
  isPermissioned: boolean
  isAllowed: boolean
  token: RawToken
}

/** The wallet's side of an answer. */
export function toWallet(
  facts: ChainFacts,
  head: RawHead,
  { holdings, tokens }: { holdings: readonly RawHolding[]; tokens: readonly Address[] },
) {
  requireAll(holdings, tokens)
  return {
    block: { number: head.number, timestamp: head.timestamp },
    nativeBalance: head.nativeBalance,
    holdings: holdings.map((raw, index): Holding => {
      const { permitAmount, permitExpiration, permitNonce, token, ...rest } = raw
      const permit = { amount: permitAmount, expiration: BigInt(permitExpiration), nonce: BigInt(permitNonce) }
      return { ...rest, permit, token: toToken(facts, tokens[index] ?? zeroAddress, token) }
    }),
  }
}

/** No honest provider omits a requested token. */
function requireAll(holdings: readonly RawHolding[], tokens: readonly Address[]): void {
  if (holdings.length === tokens.length) return
  throw new ApiError(
    'unavailable',
    `The chain's provider returned ${holdings.length} balances of ${tokens.length} tokens. Try again, or use another provider.`,
  )
}

const rawSymbols = new WeakMap<Token, string>()

/** The symbol with the letters that are not shown, for comparison with other symbols. */
export function rawSymbolOf(token: Token): string {
  return rawSymbols.get(token) ?? token.symbol
}

/** A token with its own symbol and decimals, or the chain's native currency. */
export function toToken({ nativeCurrency }: ChainFacts, address: Address, { decimals, symbol }: RawToken): Token {
  if (address === zeroAddress) return { address, symbol: nativeCurrency.symbol, decimals: nativeCurrency.decimals }
  const token = { address, symbol: symbolOf(symbol), decimals }
  rawSymbols.set(token, rawSymbol(symbol))
  return token
}
