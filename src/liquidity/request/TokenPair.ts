import { type Address, zeroAddress } from 'viem'
import type { ChainFacts } from '#chain/ChainFacts.ts'
import { ApiError, invalidField } from '#core/ApiError.ts'
import { heldToken, type Protocol } from '#liquidity/deployment.ts'
import type { Offer } from '#liquidity/plans/Offer.ts'

export type Side = 'token0' | 'token1'
type LpToken = { tokenAddress: Address; amount: bigint }

/** The two tokens of a request as the pool holds them, and the side that the wallet pays or receives as native ETH. */
export type TokenPair = { readonly token0: Address; readonly token1: Address; readonly native: Side | undefined }

type PairAddresses = { token0Address: Address; token1Address: Address }
type SentAmounts = { independentToken?: LpToken | undefined; dependentToken?: LpToken | undefined }

/** Reads the pair of a request. On v2 and v3 the zero address anywhere in it means native ETH for the wrapped side. */
export function tokenPairOf(
  facts: ChainFacts,
  protocol: Protocol,
  { token0Address, token1Address, ...rest }: PairAddresses & SentAmounts,
): TokenPair {
  const token0 = heldToken(facts, protocol, token0Address)
  const token1 = heldToken(facts, protocol, token1Address)
  if (token0 === token1) {
    throw new ApiError(
      'invalid_argument',
      'token0Address and token1Address are the same token. Send two different ones.',
      {
        details: [{ type: 'field', value: 'token1Address' }],
      },
    )
  }
  const { independentToken, dependentToken } = rest
  const sent = [token0Address, token1Address, independentToken?.tokenAddress, dependentToken?.tokenAddress]
  if (!sent.includes(zeroAddress)) return { token0, token1, native: undefined }
  const native = heldToken(facts, protocol, zeroAddress)
  if (native === token0) return { token0, token1, native: 'token0' }
  return { token0, token1, native: native === token1 ? 'token1' : undefined }
}

/** Refuses a pair in the wrong order, naming the right one. */
export function requireOrder(tokenPair: TokenPair, pool: { token0: Address; token1: Address }, what: string): void {
  const { token0, token1 } = tokenPair
  if (token0 === pool.token0 && token1 === pool.token1) return
  const { words, details } = rightPair(tokenPair, pool)
  if (token0 === pool.token1 && token1 === pool.token0) {
    throw new ApiError('invalid_argument', `The tokens are in the wrong order. Send ${words}.`, { details })
  }
  throw new ApiError('not_found', `${what} has different tokens. Send ${words}.`, { details })
}

/** Refuses tokens that a pool would hold in the other order; `also` names other fields that follow that order. */
export function requireSorted(tokenPair: TokenPair, also = ''): void {
  const { token0, token1 } = tokenPair
  if (token0.toLowerCase() < token1.toLowerCase()) return
  const { words, details } = rightPair(tokenPair, { token0: token1, token1: token0 })
  throw new ApiError(
    'invalid_argument',
    `A pool holds its tokens in the order of their addresses. Send ${words}${also}.`,
    { details },
  )
}

// The advice keeps the zero address, because the wrapped address would mean payment in tokens.
function rightPair({ native, ...own }: TokenPair, pool: { token0: Address; token1: Address }) {
  const asSent = (token: Address) => (native && token === own[native] ? zeroAddress : token)
  const [token0, token1] = [asSent(pool.token0), asSent(pool.token1)]
  return {
    words: `token0Address ${token0} and token1Address ${token1}`,
    details: [
      { type: 'token0Address', value: token0 },
      { type: 'token1Address', value: token1 },
    ],
  }
}

const OFFERED = 'independentToken.amount'

/** The offer of a request: the independent amount, and the dependent one as a cap. */
export function offerOf(
  { facts, protocol }: { facts: ChainFacts; protocol: Protocol },
  { token0, token1 }: TokenPair,
  { independentToken, dependentToken }: { independentToken: LpToken; dependentToken?: LpToken | undefined },
): Offer {
  const side = sideOf(heldToken(facts, protocol, independentToken.tokenAddress))
  if (!side) throw foreign('independentToken')
  if (independentToken.amount === 0n) {
    throw invalidField(OFFERED, 'is zero. Send at least 1')
  }
  if (dependentToken) {
    const other = sideOf(heldToken(facts, protocol, dependentToken.tokenAddress))
    if (!other || other === side) throw foreign('dependentToken')
  }
  return { side, amount: independentToken.amount, cap: dependentToken?.amount }

  function sideOf(address: Address): Side | undefined {
    if (address === token0) return 'token0'
    return address === token1 ? 'token1' : undefined
  }

  function foreign(field: string): ApiError {
    const problem = field === 'dependentToken' ? 'must be the other token of the pool' : 'must be a token of the pool'
    return invalidField(`${field}.tokenAddress`, `${problem}: ${token0} or ${token1}`)
  }
}
