import { zeroAddress } from 'viem'
import type { ChainFacts } from '#chain/ChainFacts.ts'
import { ApiError } from '#core/ApiError.ts'
import { isSilent } from '#liquidity/answer/describe.ts'
import { named } from '#liquidity/deployment.ts'
import type { Holding } from '#liquidity/pools/Snapshot.ts'

/**
 * Refuses an address without a token. An approval there does nothing, and an attacker who later deploys a token at the
 * address can mint as much as a pool will buy. Tokens that are part of the chain itself have no code but answer.
 */
export function requireTokens(facts: ChainFacts, holdings: readonly Holding[]): void {
  const missing = holdings.find(
    ({ token, isContract }) => token.address !== zeroAddress && !isContract && isSilent(token),
  )
  if (!missing) return
  const { address } = missing.token
  throw new ApiError('not_found', `There is no token ${address} on ${named(facts)}. Check the address and the chain.`, {
    details: [{ type: 'tokenAddress', value: address }],
  })
}
