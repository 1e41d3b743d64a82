import { type Address, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { invalidField } from '#core/ApiError.ts'
import { heldToken, type Protocol } from '#liquidity/deployment.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import type { Side } from '#liquidity/request/TokenPair.ts'

export type Out = {
  readonly side: Side
  readonly token: Token
  /** As it reaches the wallet. */
  readonly shown: Token
  readonly other: Token
  /** Whether wrapped currency is paid out as native currency. */
  readonly isUnwrapped: boolean
}

type PoolTokens = { readonly protocol: Protocol; readonly token0: Token; readonly token1: Token }

/** The side of a position that everything becomes. */
export function outOf({ facts }: Chain, { protocol, token0, token1 }: PoolTokens, wanted: Address): Out {
  const held = heldToken(facts, protocol, wanted)
  const isUnwrapped = wanted === zeroAddress && protocol !== 'V4'
  const { symbol, decimals } = facts.nativeCurrency
  const shownAs = (token: Token) => (isUnwrapped ? { address: zeroAddress, symbol, decimals } : token)
  if (held === token0.address) {
    return { side: 'token0', token: token0, shown: shownAs(token0), other: token1, isUnwrapped }
  }
  if (held === token1.address) {
    return { side: 'token1', token: token1, shown: shownAs(token1), other: token0, isUnwrapped }
  }
  const both = `${token0.address} or ${token1.address}`
  throw invalidField('tokenOutAddress', `is not a token of this position. Send ${both}`)
}
