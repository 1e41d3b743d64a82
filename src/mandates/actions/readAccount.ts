import { type Address, concat, encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { ApiError } from '#core/ApiError.ts'
import { FRAMEWORK } from '#core/delegationFramework.ts'

const abi = parseAbi(['function currentNonce(address manager, address owner) view returns (uint256)'])
/** EIP-7702: the code of an account that runs the code of another address. */
const DESIGNATOR = '0xef0100'
const DELEGATED = concat([DESIGNATOR, FRAMEWORK.EIP7702StatelessDeleGator]).toLowerCase()

/** `plain`: no code yet. `delegated`: obeys delegations. `other`: runs other code by EIP-7702. `contract`: no key of its own. */
export type AccountKind = 'plain' | 'delegated' | 'other' | 'contract'

export async function readKind(chain: Chain, account: Address): Promise<AccountKind> {
  return kindOf(await chain.request('eth_getCode', [account, 'latest']))
}

/** Of several accounts, in one round trip. */
export async function readKinds(chain: Chain, accounts: readonly Address[]): Promise<Map<Address, AccountKind>> {
  const distinct = [...new Set(accounts)]
  const codes = await chain.batch(distinct.map((account) => ({ method: 'eth_getCode', params: [account, 'latest'] })))
  return new Map(distinct.map((account, index) => [account, kindOf(codes[index])]))
}

function kindOf(answer: unknown): AccountKind {
  const code = String(answer).toLowerCase()
  if (code === '0x') return 'plain'
  if (code === DELEGATED) return 'delegated'
  return code.startsWith(DESIGNATOR) ? 'other' : 'contract'
}

export type Account = {
  kind: AccountKind
  /** The number of its next transaction. */
  nonce: bigint
  /** Its number in the nonce enforcer. */
  mandateNonce: bigint
  block: { number: bigint; timestamp: bigint }
}

/** Reads the facts of an account that a mandate builds on. */
export async function readAccount(chain: Chain, owner: Address): Promise<Account> {
  const data = encodeFunctionData({ abi, functionName: 'currentNonce', args: [FRAMEWORK.DelegationManager, owner] })
  const [kind, nonce, { results, block }] = await Promise.all([
    readKind(chain, owner),
    chain.request('eth_getTransactionCount', [owner, 'latest']),
    chain.read([{ to: FRAMEWORK.NonceEnforcer, data }]),
  ])
  const [mandateNonce] = results
  if (!mandateNonce?.ok || mandateNonce.data === '0x') throw notDeployed()
  return { kind, nonce: BigInt(nonce as Hex), mandateNonce: BigInt(mandateNonce.data), block }
}

export function notDeployed(): ApiError {
  return new ApiError(
    'unavailable',
    'The Delegation Framework contracts on this chain did not answer. Try again shortly.',
  )
}
