import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, isAddressEqual, parseAbi } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { invalidField } from '#core/ApiError.ts'
import type { Approval } from '#liquidity/approvals/Approval.ts'
import { nftPermit } from '#liquidity/approvals/Permit.ts'
import * as erc20 from '#liquidity/calldata/erc20.ts'
import { requireControl } from '#liquidity/checks/requireControl.ts'
import { v3Of } from '#liquidity/deployment.ts'
import type { ApprovalRequest } from './request.ts'

const ABI = parseAbi([
  'function positions(uint256) view returns (uint96 nonce, address operator, address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint128 liquidity, uint256 inside0, uint256 inside1, uint128 owed0, uint128 owed1)',
  'function ownerOf(uint256) view returns (address)',
  'function isApprovedForAll(address owner, address operator) view returns (bool)',
])

/** The permit or approval that lets `spender` move a v3 position; neither if it is allowed already. */
export async function nftApproval(
  chain: Chain,
  request: ApprovalRequest,
  { spender, now }: { spender: Address; now: bigint },
): Promise<{ approvals: Approval[]; permit?: ReturnType<typeof nftPermit> }> {
  const { positionManager } = v3Of(chain.facts)
  const positionId = idOf(request)
  const { walletAddress: wallet } = request
  const { owner, operator, nonce, isOperator } = await read(chain, { positionId, spender, wallet })
  requireControl(owner && { owner, isOperator: false }, { id: positionId, protocol: 'V3', wallet }, chain)
  if (isOperator || isAddressEqual(operator, spender)) return { approvals: [] }
  if (!request.generatePermitAsTransaction) {
    return { approvals: [], permit: nftPermit({ positionId, nonce, spender }, chain.facts, now) }
  }
  // ERC-721 and ERC-20 share the approve call; the token id takes the place of the amount.
  const grant = { token: positionManager, spender, tokenId: positionId }
  return { approvals: [{ to: positionManager, data: erc20.approve(spender, positionId), isCancel: false, grant }] }
}

async function read(
  chain: Chain,
  { positionId, spender, wallet }: { positionId: bigint; spender: Address; wallet: Address },
) {
  const to = v3Of(chain.facts).positionManager
  const { results } = await chain.read([
    { to, data: encodeFunctionData({ abi: ABI, functionName: 'positions', args: [positionId] }) },
    { to, data: encodeFunctionData({ abi: ABI, functionName: 'ownerOf', args: [positionId] }) },
    { to, data: encodeFunctionData({ abi: ABI, functionName: 'isApprovedForAll', args: [wallet, spender] }) },
  ])
  const [position, owner, operator] = results
  const decoded = (functionName: 'ownerOf' | 'isApprovedForAll', data: Hex) =>
    decodeFunctionResult({ abi: ABI, functionName, data })
  if (!position?.ok || !owner?.ok) return { owner: undefined, operator: spender, nonce: 0n, isOperator: false }
  const [nonce, approved] = decodeFunctionResult({ abi: ABI, functionName: 'positions', data: position.data })
  return {
    owner: decoded('ownerOf', owner.data) as Address,
    operator: approved,
    nonce,
    isOperator: operator?.ok === true && (decoded('isApprovedForAll', operator.data) as boolean),
  }
}

function idOf({ v3NftTokenId }: ApprovalRequest): bigint {
  if (v3NftTokenId !== undefined) return BigInt(v3NftTokenId)
  throw invalidField('v3NftTokenId', 'is required to migrate a V3 position')
}
