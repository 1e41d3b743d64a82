import { NATIVE } from '#site/positionUrl.ts'
import type { FoundPool, Position, TokenInformation } from '../../api/liquidity.ts'
import { decimalsOf } from '../../liquidity/poolFigures.ts'
import { nativeOf, type TokenInfo } from '../../liquidity/tokens.ts'
import type { LpRequest } from '../../signing/liquidity/LpRequest.ts'
import { chainById } from '../../wallet/chains.ts'
import type { Bounds } from '../position/priceScale.ts'

/** The owner of the position, and whether wrapped ETH is paid and received as ETH. */
export type Owned = { position: Position; wallet: string; isNative: boolean }

export function increaseRequest(owned: Owned, side: 'token0' | 'token1', amount: bigint): LpRequest {
  const names = namesOf(owned)
  const tokenAddress = side === 'token0' ? names.token0Address : names.token1Address
  return {
    path: 'increase',
    body: {
      ...common(owned),
      ...names,
      ...numberOf(owned),
      independentToken: { tokenAddress, amount: String(amount) },
    },
  }
}

export function decreaseRequest(owned: Owned, percent: number, isBurned: boolean): LpRequest {
  const { position, isNative } = owned
  return {
    path: 'decrease',
    body: {
      ...common(owned),
      ...namesOf(owned),
      ...numberOf(owned),
      liquidityPercentageToDecrease: percent,
      ...(hasWrapped(position) && { withdrawAsWeth: !isNative }),
      ...(isBurned && percent === 100 && { burn: true }),
    },
  }
}

export function claimRequest(owned: Owned): LpRequest {
  const { position, isNative } = owned
  return {
    path: 'claim_fees',
    body: {
      ...common(owned),
      tokenId: position.tokenId,
      ...(hasWrapped(position) && { collectAsWeth: !isNative }),
    },
  }
}

export function compoundRequest(owned: Owned): LpRequest {
  const { path: _, ...claim } = claimRequest(owned)
  return { path: 'compound', ...claim }
}

export function rerangeRequest(owned: Owned, { lower, upper }: Bounds): LpRequest {
  const tickBounds = { tickLower: lower, tickUpper: upper }
  return { path: 'rerange', body: { ...common(owned), tokenId: owned.position.tokenId, tickBounds } }
}

export function zapOutRequest(owned: Owned, { percent, tokenOut }: { percent: number; tokenOut: string }): LpRequest {
  const asked = { tokenOutAddress: tokenOut, liquidityPercentageToDecrease: percent }
  return { path: 'zap_out', body: { ...common(owned), ...sourceOf(owned), ...asked } }
}

export function migrateRequest(owned: Owned, target: FoundPool, { lower, upper }: Bounds): LpRequest {
  const { protocol, token0, token1, reference } = target
  const asked = {
    targetProtocol: protocol,
    existingPool: { token0Address: token0.address, token1Address: token1.address, poolReference: reference },
    ...(protocol !== 'V2' && { tickBounds: { tickLower: lower, tickUpper: upper } }),
  }
  return { path: 'migrate', body: { ...common(owned), ...sourceOf(owned), ...asked } }
}

function sourceOf({ position: { protocol, tokenId, token0, token1 } }: Owned) {
  return protocol === 'V2' ? { token0Address: token0.address, token1Address: token1.address } : { tokenId }
}

/** The tokens as they move, and as the position holds them. */
export function namedTokens(
  { token0, token1 }: Position,
  moved: readonly [TokenInformation, TokenInformation],
): TokenInfo[] {
  const held = [token0, token1].filter(({ address }) => moved.every((token) => token.address !== address))
  return [...moved, ...held].map((token) => ({ ...token, decimals: decimalsOf(token) }))
}

/** Whether one side is wrapped ETH that can be paid and received as ETH itself. */
export function hasWrapped({ protocol, chainId, token0, token1 }: Position): boolean {
  return protocol !== 'V4' && [token0, token1].some((token) => isWrapped(token, chainId))
}

/** The tokens as they move: wrapped ETH as ETH where that is chosen. */
export function movedTokens({
  position,
  isNative,
}: Pick<Owned, 'position' | 'isNative'>): [TokenInformation, TokenInformation] {
  const asMoved = (token: TokenInformation) =>
    isNative && isWrapped(token, position.chainId)
      ? nativeOf(position.chainId)
      : { ...token, decimals: decimalsOf(token) }
  return [asMoved(position.token0), asMoved(position.token1)]
}

function common({ position: { protocol, chainId, isPermissioned }, wallet }: Owned) {
  return { walletAddress: wallet, chainId, protocol, ...(isPermissioned && { permissioned: true }) }
}

function namesOf(owned: Owned) {
  const [token0, token1] = movedTokens(owned)
  return { token0Address: token0.address, token1Address: token1.address }
}

function numberOf({ position: { tokenId } }: Owned) {
  return tokenId === undefined ? {} : { nftTokenId: tokenId }
}

function isWrapped({ address }: TokenInformation, chainId: number): boolean {
  return address !== NATIVE && address.toLowerCase() === chainById(chainId).wrappedNative?.toLowerCase()
}
