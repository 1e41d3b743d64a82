import { type Address, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { CallReverted } from '#chain/failures.ts'
import { ApiError } from '#core/ApiError.ts'
import type { Grant } from '#core/Statement.ts'
import {
  type Approval,
  approve,
  approveAtPermit2,
  approveExactly,
  LIVE_SECONDS,
  type Spending,
  shortOfAllowance,
  shortOfPermit,
  withHeadroom,
} from '#liquidity/approvals/Approval.ts'
import { implementsErc1271 } from '#liquidity/approvals/acceptPermit.ts'
import { grantsFor, permitExpiration, permitFor, SIGNATURE_SECONDS, toWire } from '#liquidity/approvals/Permit.ts'
import { noSuchPair } from '#liquidity/checks/noSuchPair.ts'
import { requireTokens } from '#liquidity/checks/requireTokens.ts'
import { heldToken, named, permissionedManagerOf, v2Of, v3Of, v4Of } from '#liquidity/deployment.ts'
import { readHoldings } from '#liquidity/pools/readHoldings.ts'
import { type PairQuery, readPairs } from '#liquidity/pools/readPairs.ts'
import type { Holding } from '#liquidity/pools/Snapshot.ts'
import { nftApproval } from './nftApproval.ts'
import type { ApprovalRequest } from './request.ts'

export type NeededApprovals = {
  readonly approvals: readonly Approval[]
  /** The largest amount that any of them may be for. */
  readonly most: bigint
  readonly holdings: readonly Holding[]
  /** The rights that the permit gives. */
  readonly grants?: readonly Grant[]
  readonly v4BatchPermitData?: ReturnType<typeof toWire>
  readonly v3NftPermitData?: NonNullable<Awaited<ReturnType<typeof nftApproval>>['permit']>
}

/** The approvals an action needs, by protocol. */
export function approvalsFor(chain: Chain, request: ApprovalRequest, now: bigint): Promise<NeededApprovals> {
  const { action, protocol } = request
  if (action === 'MIGRATE') return forMigration(chain, request, now)
  if (action === 'DECREASE')
    return protocol === 'V2' ? forPair(chain, request, v2Of(chain.facts).router) : forNothing(chain, request)
  if (protocol === 'V4') return forV4(chain, request, now)
  const spender = protocol === 'V2' ? v2Of(chain.facts).router : v3Of(chain.facts).positionManager
  return forTokens(chain, request, spender)
}

async function forTokens(chain: Chain, request: ApprovalRequest, spender: Address): Promise<NeededApprovals> {
  const { holdings } = await readHoldings(chain, { ...watchOf(chain, request), spender })
  requireTokens(chain.facts, holdings)
  const short = shortOfAllowance(spendingsOf(request, holdings))
  return { approvals: await approvalsOf(chain, request, { short, spender }), holdings, most: mostOf(short) }
}

async function forV4(chain: Chain, request: ApprovalRequest, now: bigint): Promise<NeededApprovals> {
  const { facts } = chain
  const { positionManager } = v4Of(facts)
  const { permit2 } = facts
  const watched = watchOf(chain, request)
  const tokens = [...watched.tokens, request.walletAddress]
  const read = await readHoldings(chain, { ...watched, tokens, spender: permit2, permit2Spender: positionManager })
  const holdings = read.holdings.slice(0, -1)
  requireTokens(facts, holdings)
  const isPermissioned = holdings.some((holding) => holding.isPermissioned)
  const spender = isPermissioned ? permissionedManagerOf(facts) : positionManager
  const spendings = spendingsOf(request, holdings)
  const approvals = await approvalsOf(chain, request, { short: shortOfAllowance(spendings), spender: permit2 })
  const short = shortOfPermit(spendings, now + LIVE_SECONDS)
  const most = mostOf(spendings)
  if (short.length === 0) return { approvals, holdings, most }
  // Permit2 asks a wallet with code by ERC-1271; one that does not implement it could never use a permit.
  const canSign = !read.holdings.at(-1)?.isContract || (await implementsErc1271(chain, request.walletAddress))
  if (!request.generatePermitAsTransaction && canSign) {
    const grants = grantsFor(short, spender, now)
    return { approvals, holdings, most, grants, v4BatchPermitData: toWire(permitFor(short, spender, now), facts) }
  }
  const grants = short.map((spending) => approveAtPermit2(spending, { permit2, spender }, permitExpiration(now)))
  return { approvals: [...approvals, ...grants], holdings, most }
}

async function forNothing(chain: Chain, request: ApprovalRequest): Promise<NeededApprovals> {
  request.protocol === 'V3' ? v3Of(chain.facts) : v4Of(chain.facts)
  const { holdings } = await readHoldings(chain, watchOf(chain, request))
  return { approvals: [], holdings, most: 0n }
}

function forMigration(chain: Chain, request: ApprovalRequest, now: bigint): Promise<NeededApprovals> {
  const { facts } = chain
  if (request.protocol === 'V4') {
    throw new ApiError('invalid_argument', 'V4 positions cannot be migrated. Send V2 or V3.', {
      details: [{ type: 'field', value: 'protocol' }],
    })
  }
  if (request.protocol === 'V3') return forNft(chain, request, now)
  v2Of(facts)
  const migrator = facts.uniswap.v3?.migrator
  if (!migrator) throw noMigration(chain, 'no V3 migrator is deployed')
  return forPair(chain, request, migrator)
}

async function forNft(chain: Chain, request: ApprovalRequest, now: bigint): Promise<NeededApprovals> {
  v3Of(chain.facts)
  const router = chain.facts.uniswap.universalRouter?.address
  if (!router) throw noMigration(chain, 'no universal router is deployed')
  const [{ approvals, permit }, { holdings }] = await Promise.all([
    nftApproval(chain, request, { spender: router, now }),
    readHoldings(chain, watchOf(chain, request)),
  ])
  // In an ERC-721 approval the token id takes the place of the amount.
  const most = BigInt(request.v3NftTokenId ?? 0)
  const until = now + SIGNATURE_SECONDS
  const grants = [{ token: v3Of(chain.facts).positionManager, spender: router, tokenId: most, until }]
  return { approvals, holdings, most, ...(permit && { grants, v3NftPermitData: permit }) }
}

// The whole liquidity of the wallet, exactly: the amounts in the request are those of the pool's tokens.
async function forPair(chain: Chain, request: ApprovalRequest, spender: Address): Promise<NeededApprovals> {
  const { factory } = v2Of(chain.facts)
  const tokens = heldTokens(chain, request)
  const [first, second] = tokens
  const query: PairQuery = first && second ? { tokens: [first, second] } : { pair: first ?? zeroAddress }
  const watch = { ...watchOf(chain, request), spender }
  const { items, holdings } = await readPairs(chain, factory, { queries: [query], watch })
  const [pair] = items
  if (!pair) throw noSuchPair(chain, { token0: first ?? zeroAddress, token1: second ?? zeroAddress, native: undefined })
  const isShort = pair.walletLiquidity > 0n && pair.walletAllowance < pair.walletLiquidity
  const most = pair.walletLiquidity
  return { approvals: isShort ? [approveExactly(pair.address, spender, most)] : [], holdings, most }
}

function mostOf(spendings: readonly Spending[]): bigint {
  return spendings.reduce((most, { amount }) => (withHeadroom(amount) > most ? withHeadroom(amount) : most), 0n)
}

function heldTokens(chain: Chain, { lpTokens, protocol }: ApprovalRequest): Address[] {
  return lpTokens.map(({ tokenAddress }) => heldToken(chain.facts, protocol, tokenAddress))
}

function watchOf(chain: Chain, request: ApprovalRequest) {
  heldTokens(chain, request)
  const tokens = request.lpTokens.map(({ tokenAddress }) => tokenAddress)
  return { wallet: request.walletAddress, tokens, followsPermissions: true }
}

function spendingsOf({ lpTokens }: ApprovalRequest, holdings: readonly Holding[]): Spending[] {
  return holdings.map((holding, index) => ({ holding, amount: lpTokens[index]?.amount ?? 0n }))
}

async function approvalsOf(
  chain: Chain,
  request: ApprovalRequest,
  { short, spender }: { short: readonly Spending[]; spender: Address },
): Promise<Approval[]> {
  const lists = short.map(async (spending) => {
    const isChange = spending.holding.allowance > 0n
    const cancelFirst =
      isChange && !(await canReplace(chain, request.walletAddress, approve(spending, spender, false)[0]))
    return approve(spending, spender, cancelFirst)
  })
  return (await Promise.all(lists)).flat()
}

// USDT and similar tokens revert when an allowance is replaced by another, so the old one is cancelled first.
async function canReplace(chain: Chain, from: Address, approval: Approval | undefined): Promise<boolean> {
  if (!approval) return true
  try {
    const answer = await chain.call({ from, to: approval.to, data: approval.data })
    return answer === '0x' || BigInt(answer.slice(0, 66)) !== 0n
  } catch (error) {
    if (error instanceof CallReverted) return false
    throw error
  }
}

function noMigration({ facts }: Chain, reason: string): ApiError {
  return new ApiError('failed_precondition', `Positions cannot be migrated on ${named(facts)}: ${reason} there.`, {
    details: [{ type: 'chainId', value: String(facts.id) }],
  })
}
