import { type Address, encodeFunctionData, type Hex, parseAbi, zeroHash } from 'viem'
import type { z } from 'zod'
import type { Chain } from '#chain/Chain.ts'
import { CallReverted } from '#chain/failures.ts'
import { ApiError } from '#core/ApiError.ts'
import type { PermitBatch } from '#liquidity/calldata/permit2.ts'
import type { SignedPermit } from '#liquidity/calldata/v4.ts'
import { LIVE_SECONDS, type Spending, shortOfPermit } from './Approval.ts'
import { countedFrom27, hashOf, type PermitInput, signerOf } from './Permit.ts'

const ABI = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])
const MAGIC = '0x1626ba7e'

export type OfferedPermit = {
  readonly permit: z.output<typeof PermitInput>
  readonly signature: Hex
  readonly field: 'batchPermitData' | 'v4BatchPermitData'
}

/**
 * The permit if it is valid; undefined if the wallet's allowances suffice without it. The position manager swallows the
 * revert of a permit and fails later, so every reason is checked here.
 */
export async function acceptPermit(
  chain: Chain,
  { permit, signature, field }: OfferedPermit,
  {
    wallet,
    hasCode,
    spender,
    spendings,
    now,
  }: {
    readonly wallet: Address
    /** Whether the wallet has code: a contract, or an account that delegates to one. */
    readonly hasCode: boolean
    readonly spender: Address
    readonly spendings: readonly Spending[]
    readonly now: bigint
  },
): Promise<SignedPermit | undefined> {
  const refuse = (problem: string, part: string) => refusal(`${field} ${problem}`, `${field}.${part}`)
  const batch: PermitBatch = permit.values
  checkDomain(permit.domain, chain, refuse)
  if (batch.spender !== spender) throw refuse(`names the spender ${batch.spender}, not ${spender}`, 'values.spender')
  const short = shortOfPermit(spendings, now + LIVE_SECONDS)
  if (short.length === 0) return undefined
  if (batch.sigDeadline < now) throw refuse('is past its sigDeadline', 'values.sigDeadline')
  for (const spending of spendings) checkDetail(batch, spending, { refuse, now, isShort: short.includes(spending) })
  const signed = { hash: hashOf(batch, chain.facts), signature: hasCode ? signature : countedFrom27(signature) }
  if (!(await (hasCode ? isValidFor(chain, wallet, signed) : isSignedBy(wallet, signed)))) {
    throw refusal(`signature is not ${wallet}'s signature of ${field}`, 'signature')
  }
  return { owner: wallet, batch, signature: signed.signature }
}

type Refuse = (problem: string, part: string) => ApiError

function checkDomain(domain: OfferedPermit['permit']['domain'], { id, facts }: Chain, refuse: Refuse): void {
  const { chainId, verifyingContract } = domain
  if (chainId !== undefined && chainId !== facts.enumName && String(chainId) !== String(id)) {
    throw refuse(`is for chain ${chainId}, not ${facts.enumName}`, 'domain.chainId')
  }
  if (verifyingContract !== facts.permit2) {
    throw refuse(`names ${verifyingContract} as Permit2, not ${facts.permit2}`, 'domain.verifyingContract')
  }
}

// Permit2 accepts a batch whole or not at all, so one stale nonce invalidates it.
function checkDetail(
  batch: PermitBatch,
  { holding, amount }: Spending,
  { refuse, now, isShort }: { refuse: Refuse; now: bigint; isShort: boolean },
): void {
  const { token, permit } = holding
  const detail = batch.details.find((candidate) => candidate.token === token.address)
  if (!detail) {
    if (isShort) throw refuse(`does not cover ${token.address}`, 'values.details')
    return
  }
  if (detail.nonce !== permit.nonce) {
    throw refuse(
      `has nonce ${detail.nonce} for ${token.address}, whose next nonce is ${permit.nonce}`,
      'values.details',
    )
  }
  if (detail.expiration !== 0n && detail.expiration < now)
    throw refuse(`has expired for ${token.address}`, 'values.details')
  if (detail.amount < amount) {
    throw refuse(`allows ${detail.amount} of ${token.address}, but ${amount} is needed`, 'values.details')
  }
}

type Signed = { readonly hash: Hex; readonly signature: Hex }

async function isSignedBy(wallet: Address, { hash, signature }: Signed): Promise<boolean> {
  return (await signerOf(hash, signature)) === wallet
}

// For a wallet with code Permit2 calls ERC-1271 and never recovers a key.
async function isValidFor(chain: Chain, wallet: Address, { hash, signature }: Signed): Promise<boolean> {
  const data = encodeFunctionData({ abi: ABI, functionName: 'isValidSignature', args: [hash, signature] })
  try {
    return (await chain.call({ to: wallet, data })).startsWith(MAGIC)
  } catch (error) {
    if (error instanceof CallReverted) return false
    throw error
  }
}

/** Whether a wallet's code implements `isValidSignature`, even if it refuses the signature. */
export async function implementsErc1271(chain: Chain, wallet: Address): Promise<boolean> {
  const args = [zeroHash, `0x${'00'.repeat(65)}`] as const
  const data = encodeFunctionData({ abi: ABI, functionName: 'isValidSignature', args })
  try {
    return (await chain.call({ to: wallet, data })).length >= 66
  } catch (error) {
    if (error instanceof CallReverted) return error.data !== '0x'
    throw error
  }
}

function refusal(problem: string, field: string): ApiError {
  return new ApiError(
    'failed_precondition',
    `${problem}. Call /lp/check_approval again and sign the permit it returns.`,
    {
      details: [{ type: 'field', value: field }],
    },
  )
}
