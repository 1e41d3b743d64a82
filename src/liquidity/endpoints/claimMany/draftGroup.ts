import { type Address, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { describeAmount } from '#liquidity/answer/describe.ts'
import type { Received, Warning } from '#liquidity/answer/Limits.ts'
import type { Payload } from '#liquidity/calldata/abiWords.ts'
import * as v3 from '#liquidity/calldata/v3.ts'
import * as v4 from '#liquidity/calldata/v4.ts'
import { isListed, named } from '#liquidity/deployment.ts'
import type { Draft } from '#liquidity/deposits/Draft.ts'
import type { Block, Token } from '#liquidity/pools/Snapshot.ts'
import { asMinima } from '#liquidity/recipes/asTerms.ts'
import type { TokenSum } from '#liquidity/recipes/Recipe.ts'
import type { toStepSwap } from '#liquidity/recipes/swap.ts'
import { none, positionWarnings } from '#liquidity/withdrawals/Withdrawal.ts'
import { withdrawalTax } from '#liquidity/withdrawals/withdrawalTax.ts'
import { NOTHING } from '#uniswap/amounts.ts'
import * as Slippage from '#uniswap/Slippage.ts'
import type { Claimable } from './Claimable.ts'

/** The tolerance of an unwrapped claim, in percent of the fees. */
const TOLERANCE = Slippage.fromPercent(0.5)

export type ClaimTerms = {
  readonly wallet: Address
  readonly block: Block
  readonly deadline: bigint
  readonly asWeth: boolean
  /** Set where all fees become one token. */
  readonly swap?: FeesSwap | undefined
}

export type FeesSwap = { readonly tokenOut: Address; readonly slippage: bigint; readonly router: Address }

/** Positions of one manager whose fees one transaction collects. */
export type Group = readonly [Claimable, ...Claimable[]]

export type GroupDraft = Draft & {
  readonly received: readonly TokenSum[]
  readonly swaps?: readonly SwapAnswer[] | undefined
  readonly guards?: readonly Warning[] | undefined
}

type SwapAnswer = ReturnType<typeof toStepSwap>

type Sum = { readonly token: Token; readonly amount: bigint; readonly atLeast: bigint; readonly isWhole: boolean }

/** The transaction that collects the fees of a group. */
export async function draftGroup(chain: Chain, group: Group, terms: ClaimTerms): Promise<GroupDraft> {
  const { wallet, block, deadline } = terms
  const [{ protocol, manager }] = group
  const { all, warnings } = await sumsOf(chain, group, wallet)
  const sums = all.filter(({ amount }) => amount > 0n)
  const ids = group.map(({ id }) => id)
  const wrapped = wrappedOf(chain, sums, { protocol, asWeth: terms.asWeth })
  const asPaid = (token: Address) => (token === wrapped?.token.address ? zeroAddress : token)
  const isDated = protocol === 'V4'
  // A token without fees is paid out too, because fees may accrue before the claim is mined.
  const currencies = all.map(({ token }) => token.address)
  return {
    to: manager,
    payload: isDated
      ? v4.claimMany({ positionIds: ids, currencies, deadline })
      : claimV3(ids, wallet, { all, wrapped }),
    block,
    summary: summaryOf(chain, group, sums) + (wrapped ? ' Unwrapped.' : ''),
    stated: {
      ...(isDated && { deadline, terms: termsV4(currencies) }),
      positionIds: ids,
      moves: movesOf(sums, wrapped),
    },
    limits: {
      pay: [],
      receive: sums.map((sum) => limitOf(chain, sum, { wrapped, token: asPaid(sum.token.address) })),
    },
    warnings: [...warnings, ...group.flatMap((position) => positionWarnings(position, { wallet }))],
    approvals: none,
    tokens: sums.map(({ token }) => token),
    received: sums.map(({ token, amount }) => ({ token: asPaid(token.address), amount })),
  }
}

// Nothing is removed, and an amount of zero takes all that is owed.
function termsV4(currencies: readonly Address[]) {
  return { liquidity: 0n, ...asMinima(NOTHING), currency: currencies, amount: 0n }
}

/** The fees by token, and the guaranteed part of each. */
async function sumsOf(chain: Chain, group: Group, wallet: Address): Promise<{ all: Sum[]; warnings: Warning[] }> {
  const sums = new Map<Address, Sum>()
  const warnings: Warning[] = []
  for (const { token0, token1, fees, holder } of group) {
    const tax = await withdrawalTax(chain, { token0, token1, amounts: fees, holder, wallet })
    const left = tax.left(fees)
    warnings.push(...tax.warnings)
    add(sums, token0, { amount: fees.amount0, atLeast: left.amount0, isWhole: tax.isWhole.token0 })
    add(sums, token1, { amount: fees.amount1, atLeast: left.amount1, isWhole: tax.isWhole.token1 })
  }
  return { all: [...sums.values()], warnings }
}

// Positions that share a range are booked together, which can leave a unit less for each.
function add(sums: Map<Address, Sum>, token: Token, { amount, atLeast, isWhole }: Omit<Sum, 'token'>): void {
  const known = sums.get(token.address) ?? { token, amount: 0n, atLeast: 0n, isWhole: true }
  sums.set(token.address, {
    token,
    amount: known.amount + amount,
    atLeast: known.atLeast + (atLeast > 0n ? atLeast - 1n : 0n),
    isWhole: known.isWhole && isWhole,
  })
}

// A token with a transfer fee would pay it twice on the way through the manager, so that its group stays wrapped.
function wrappedOf(
  { facts }: Chain,
  sums: readonly Sum[],
  { protocol, asWeth }: { protocol: string; asWeth: boolean },
) {
  if (protocol === 'V4' || asWeth || sums.some(({ isWhole }) => !isWhole)) return undefined
  return sums.find(({ token }) => token.address === facts.wrappedNative)
}

function claimV3(
  ids: readonly bigint[],
  wallet: Address,
  { all, wrapped }: { all: readonly Sum[]; wrapped: Sum | undefined },
): Payload {
  if (!wrapped) return v3.claimMany(ids, wallet)
  const others = all.filter((sum) => sum !== wrapped)
  return v3.claimManyUnwrapped(ids, wallet, {
    wrapped: minimumOf(wrapped),
    others: others.map((sum) => ({ token: sum.token.address, atLeast: minimumOf(sum) })),
  })
}

function minimumOf({ atLeast }: Sum): bigint {
  return Slippage.less(atLeast, TOLERANCE)
}

function movesOf(sums: readonly Sum[], wrapped: Sum | undefined): Draft['stated']['moves'] {
  return sums.map((sum) => ({
    token: sum.token.address,
    amount: sum.amount,
    isPaid: false,
    limit: wrapped && minimumOf(sum),
  }))
}

function limitOf(
  { facts }: Chain,
  sum: Sum,
  { wrapped, token }: { wrapped: Sum | undefined; token: Address },
): Received {
  if (!wrapped) return { token, atLeast: sum.atLeast, enforced: false }
  const enforced = isListed(facts, sum.token.address)
  return { token, atLeast: minimumOf(sum), enforced, ...(!enforced && { heldBy: 'pool' as const }) }
}

function summaryOf({ facts }: Chain, group: Group, sums: readonly Sum[]): string {
  const [{ protocol }] = group
  const ids = group.map(({ id }) => id).join(', ')
  const amounts = sums.map(({ token, amount }) => describeAmount(amount, token)).join(' and ')
  const what = group.length === 1 ? 'position' : 'positions'
  return `Collect the fees of ${protocol} ${what} ${ids} on ${named(facts)}: receive ${amounts}.`
}
