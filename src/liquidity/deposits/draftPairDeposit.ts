import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { ApiError, invalidField } from '#core/ApiError.ts'
import type { Received, Warning } from '#liquidity/answer/Limits.ts'
import { marketPrice, priceWarnings } from '#liquidity/answer/marketPrice.ts'
import * as calldata from '#liquidity/calldata/v2.ts'
import { noSuchPair } from '#liquidity/checks/noSuchPair.ts'
import { afterTax, arrivingParts, lesserPart, type Part, taxWarnings, WHOLE } from '#liquidity/checks/transferTax.ts'
import { named, v2Of } from '#liquidity/deployment.ts'
import type { Offer } from '#liquidity/plans/Offer.ts'
import { v2PairAddress } from '#liquidity/pools/poolAddress.ts'
import { type Pair, readPairs } from '#liquidity/pools/readPairs.ts'
import { withStated } from '#liquidity/request/nativeBudget.ts'
import type { Terms } from '#liquidity/request/Terms.ts'
import type { TokenPair } from '#liquidity/request/TokenPair.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'
import * as Slippage from '#uniswap/Slippage.ts'
import * as SqrtPrice from '#uniswap/SqrtPrice.ts'
import * as V2 from '#uniswap/V2.ts'
import { type Arrival, afterArrival } from './Arrival.ts'
import { type Deposit, describeDeposit, directApprovals, draftDeposit, pairOf, spendable } from './Deposit.ts'
import type { Draft } from './Draft.ts'

/** A pair keeps its reserves in 112 bits. */
const RESERVE_MAX = (1n << 112n) - 1n
/** The liquidity of which rounding takes at most one percent; of a first deposit the pair also keeps 1,000 units. */
const SHARES_MIN = 100n
const FIRST_SHARES_MIN = 99_000n

type PairDepositRequest = {
  readonly tokenPair: TokenPair
  readonly offer: Offer
  readonly terms: Terms
  readonly wallet: Address
  /** Whether a missing pair is an error. Default: the deposit creates it. */
  readonly mustExist?: boolean
  readonly nativeTokenBalance?: bigint | undefined
  /** The changes of an earlier transaction of the same answer. */
  readonly arrival?: (Arrival & { readonly reserves?: V2.Reserves }) | undefined
}

export type PairDraft = Draft & {
  readonly amounts: Amounts
  readonly slippage: bigint
  /** The price of the pair, in the order of the request's tokens. */
  readonly sqrtRatioX96: bigint
}

/** The transaction that adds both tokens to a v2 pair, which it creates if there is none. */
export async function draftPairDeposit(
  chain: Chain,
  { tokenPair, offer, terms, wallet, mustExist, nativeTokenBalance, arrival }: PairDepositRequest,
): Promise<PairDraft> {
  const { factory, router } = v2Of(chain.facts)
  const tokens = [tokenPair.token0, tokenPair.token1] as const
  const watch = { wallet, tokens, spender: router }
  const [read, market] = await Promise.all([
    readPairs(chain, factory, { queries: [{ tokens }], watch }),
    marketPrice(chain, tokenPair),
  ])
  const snapshot = afterArrival(withStated(read, nativeTokenBalance), tokenPair, arrival)
  const pair = arrival?.reserves ? withReserves(snapshot.items[0], arrival.reserves) : snapshot.items[0]
  const isNew = !pair?.totalSupply
  if (mustExist && isNew) throw noSuchPair(chain, tokenPair)
  requireBoth(pair)
  const offered = offeredOf(pair, tokenPair, offer)
  const amounts = settled(pair, tokenPair, offered)
  // The desired amounts are the stated ones: an attacker who moves the price could take the rest of a larger offer.
  const desired = isNew ? offered : amounts
  requireMint(pair, tokenPair, amounts)
  // The amounts of a first deposit set the price, which tokens left in the pair must not change.
  const minima = minimaOf(isNew ? desired : amounts, terms)
  const payload = calldata.add({ ...tokenPair, desired, minima, recipient: wallet, deadline: terms.deadline })
  const deposit: Deposit = { to: router, payload, amounts, limits: desired, tokenPair, snapshot, offer }
  if (amounts.amount0 < minima.amount0 || amounts.amount1 < minima.amount1) throw otherPrice(chain, deposit)
  const parts = await partsOf(chain, deposit, { pair: isNew ? undefined : pair, wallet, factory })
  const sqrtRatioX96 = SqrtPrice.fromRatio(amounts.amount1, amounts.amount0)
  const priceWarning = priceWarnings(market, { sqrtRatioX96, liquidity: pair?.totalSupply ?? 0n }, pairOf(deposit))
  const target = pairOrNew(pair, factory, tokenPair)
  const received = minted(target, tokenPair, { amounts, terms, parts })
  const draft = draftDeposit(chain, deposit, {
    summary: `${isNew ? 'Create a V2 pair' : 'Add V2 liquidity'} on ${named(chain.facts)}: pay ${describeDeposit(chain, deposit)}, over all prices.`,
    approvals: () => directApprovals(deposit),
    stated: { deadline: terms.deadline, terms: calldata.minimaOf(tokenPair, minima) },
    warnings: [
      ...taxWarnings(pairOf(deposit), parts, ' of this size'),
      ...priceWarning,
      ...syncWarnings(pair),
      ...thinWarnings(target, received),
    ],
    receive: [received],
  })
  return { ...draft, amounts, sqrtRatioX96, slippage: terms.slippage }
}

function withReserves(pair: Pair | undefined, reserves: V2.Reserves): Pair | undefined {
  return pair && { ...pair, ...reserves, balances: reserves }
}

// The lens measured a small transfer; the actual amount may be taxed differently.
async function partsOf(
  chain: Chain,
  deposit: Deposit,
  { pair, wallet, factory }: { pair: Pair | undefined; wallet: Address; factory: Address },
): Promise<[Part, Part]> {
  const { token0, token1 } = deposit.tokenPair
  const to = pair?.address ?? v2PairAddress(factory, inAddressOrder(deposit.tokenPair))
  const transfer = { from: wallet, to, token0, token1, amounts: spendable(deposit), spender: deposit.to }
  const parts = await arrivingParts(chain, { ...transfer, isAtRisk: true })
  if (!pair) return parts
  const [first, second] = isInOrder(pair, deposit.tokenPair)
    ? [pair.arriving0, pair.arriving1]
    : [pair.arriving1, pair.arriving0]
  return [lesserPart(parts[0], first), lesserPart(parts[1], second)]
}

function inAddressOrder({ token0, token1 }: TokenPair) {
  return token0.toLowerCase() < token1.toLowerCase() ? { token0, token1 } : { token0: token1, token1: token0 }
}

// A pair that holds less than its recorded reserves mints too little liquidity for a deposit.
function syncWarnings(pair: Pair | undefined): Warning[] {
  if (!pair || (pair.balances.reserve0 >= pair.reserve0 && pair.balances.reserve1 >= pair.reserve1)) return []
  const message = `The V2 pair ${pair.address} holds less than its recorded reserves, so a deposit gets less liquidity than it pays for.`
  return [{ code: 'PAIR_OUT_OF_SYNC', message }]
}

// The router has no minimum for the liquidity, and a donation to a pair that holds little makes its shares large.
function thinWarnings({ address, totalSupply }: MintingPair, { atLeast }: Received): Warning[] {
  if (totalSupply > atLeast) return []
  const message = `The V2 pair ${address} is new or holds less than this deposit: a trader who deposits and donates to it first can make this deposit mint less liquidity than stated. Submit it privately, or use V3 or V4.`
  return [{ code: 'THIN_PAIR', message }]
}

// Reserves in the order of the request's tokens, which need not be the pair's.
function reservesOf(pair: MintingPair | undefined, tokenPair: TokenPair): V2.Reserves {
  if (!pair) return { reserve0: 0n, reserve1: 0n }
  return isInOrder(pair, tokenPair) ? pair : { reserve0: pair.reserve1, reserve1: pair.reserve0 }
}

function isInOrder(pair: MintingPair, { token0 }: TokenPair): boolean {
  return pair.token0.address === token0
}

function offeredOf(pair: Pair | undefined, tokenPair: TokenPair, offer: Offer): Amounts {
  const offered = bothOf(pair, tokenPair, offer)
  if (offered.amount0 > RESERVE_MAX || offered.amount1 > RESERVE_MAX) throw tooLarge()
  return offered
}

function bothOf(pair: Pair | undefined, tokenPair: TokenPair, { side, amount, cap }: Offer): Amounts {
  const { reserve0, reserve1 } = reservesOf(pair, tokenPair)
  if (pair && pair.totalSupply > 0n) {
    const [own, other] = side === 'token0' ? [reserve0, reserve1] : [reserve1, reserve0]
    const matching = cap ?? V2.quote(amount, own, other)
    return side === 'token0' ? { amount0: amount, amount1: matching } : { amount0: matching, amount1: amount }
  }
  if (cap === undefined) {
    throw new ApiError(
      'invalid_argument',
      'These tokens have no V2 pair yet. Send dependentToken too: both amounts set its first price.',
      {
        details: [{ type: 'field', value: 'dependentToken' }],
      },
    )
  }
  return side === 'token0' ? { amount0: amount, amount1: cap } : { amount0: cap, amount1: amount }
}

// The router measures the second token of its call against the first, and native ETH always comes second.
function takenOf(pair: Pair | undefined, tokenPair: TokenPair, { amount0, amount1 }: Amounts): Amounts {
  const { reserve0, reserve1 } = reservesOf(pair, tokenPair)
  if (tokenPair.native !== 'token0') return V2.deposit(amount0, amount1, { reserve0, reserve1 })
  const taken = V2.deposit(amount1, amount0, { reserve0: reserve1, reserve1: reserve0 })
  return { amount0: taken.amount1, amount1: taken.amount0 }
}

// If exactly the amounts of the first run are offered, the router takes exactly those.
function settled(pair: Pair | undefined, tokenPair: TokenPair, offered: Amounts): Amounts {
  return takenOf(pair, tokenPair, takenOf(pair, tokenPair, offered))
}

type MintingPair = Pick<Pair, 'address' | 'totalSupply' | 'kLast' | 'feeOn' | 'reserve0' | 'reserve1'> & {
  readonly token0: { readonly address: Address }
}

// A pair that the deposit creates has an address already.
function pairOrNew(pair: Pair | undefined, factory: Address, tokenPair: TokenPair): MintingPair {
  if (pair?.totalSupply) return pair
  const ordered = inAddressOrder(tokenPair)
  const empty = { totalSupply: 0n, kLast: 0n, feeOn: false, reserve0: 0n, reserve1: 0n }
  return { ...empty, address: v2PairAddress(factory, ordered), token0: { address: ordered.token0 } }
}

// The router has no minimum for the liquidity that a pair mints. At another price it rounds an amount down, which is a
// large part of a few units.
function minted(
  pair: MintingPair,
  tokenPair: TokenPair,
  { amounts, terms, parts }: { amounts: Amounts; terms: Terms; parts: readonly [Part, Part] },
): Received {
  const reserves = reservesOf(pair, tokenPair)
  const [part0 = WHOLE, part1 = WHOLE] = parts
  const rounding = pair.totalSupply > 0n ? 1n : 0n
  const left = {
    amount0: afterTax(amounts.amount0 - rounding, part0),
    amount1: afterTax(amounts.amount1 - rounding, part1),
  }
  const liquidity = V2.minted(left, reserves, V2.supplyWithFee(pair, reserves))
  return { token: pair.address, atLeast: Slippage.less(liquidity, terms.slippage), enforced: false }
}

function requireMint(pair: Pair | undefined, tokenPair: TokenPair, amounts: Amounts): void {
  const reserves = reservesOf(pair, tokenPair)
  const supply = pair ? V2.supplyWithFee(pair, reserves) : 0n
  const least = supply === 0n ? FIRST_SHARES_MIN : SHARES_MIN
  if (amounts.amount0 > 0n && amounts.amount1 > 0n && V2.minted(amounts, reserves, supply) >= least) return
  throw new ApiError('invalid_argument', 'The amounts are too small to mint V2 liquidity. Send more.', {
    details: [{ type: 'field', value: 'independentToken.amount' }],
  })
}

function minimaOf({ amount0, amount1 }: Amounts, { slippage }: Terms): Amounts {
  return { amount0: Slippage.less(amount0, slippage), amount1: Slippage.less(amount1, slippage) }
}

// A single reserve means tokens sent to an empty pair, or tokens that a hostile token took back out.
function requireBoth(pair: Pair | undefined): void {
  if (!pair) return
  const { reserve0, reserve1, totalSupply } = pair
  if (reserve0 > 0n === reserve1 > 0n && (reserve0 > 0n || totalSupply === 0n)) return
  throw new ApiError(
    'failed_precondition',
    'The V2 pair of these tokens holds only one of its tokens, or neither although it has liquidity outstanding, so nothing can be added. Use V3 or V4.',
    { details: [{ type: 'poolReference', value: pair.address }] },
  )
}

function otherPrice(chain: Chain, deposit: Deposit): ApiError {
  return new ApiError(
    'failed_precondition',
    `This V2 pair has no liquidity, but tokens left in it set another price than the amounts sent: it would take ${describeDeposit(chain, deposit)}. Send those amounts if that price is right, or use V3 or V4.`,
    { details: [{ type: 'field', value: 'dependentToken' }] },
  )
}

function tooLarge(): ApiError {
  return invalidField('independentToken.amount', 'is more than a V2 pair can hold. Send less')
}
