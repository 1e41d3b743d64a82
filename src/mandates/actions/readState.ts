import { decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { invalidField } from '#core/ApiError.ts'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import type { Context } from '#mandates/Context.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import type { Recognised } from '#mandates/rules/recognise.ts'
import { notDeployed, readKind } from './readAccount.ts'

const abi = parseAbi([
  'function disabledDelegations(bytes32 hash) view returns (bool)',
  'function paused() view returns (bool)',
  'function currentNonce(address manager, address owner) view returns (uint256)',
  'function callCounts(address manager, bytes32 hash) view returns (uint256)',
  'function getAvailableAmount(bytes32 hash, address manager, bytes terms) view returns (uint256 available, bool isNewPeriod, uint256 period)',
])

const { DelegationManager: MANAGER, NonceEnforcer, LimitedCallsEnforcer } = FRAMEWORK
const PERIOD = FRAMEWORK.NativeTokenPeriodTransferEnforcer

/** The state of a mandate, which the chain alone keeps. */
export type State = {
  block: { number: bigint; timestamp: bigint }
  isRevoked: boolean
  isPaused: boolean
  /** Whether the owner's account has the code that obeys delegations. */
  isDelegated: boolean
  used: bigint
  /** Wei left in the current day; undefined without a budget. */
  leftToday: bigint | undefined
}

/** Reads the state of a mandate at one block. */
export async function readState(
  { chain }: Pick<Context, 'chain'>,
  delegation: Delegation.Delegation,
  { terms }: Recognised,
): Promise<State> {
  const hash = Delegation.hash(delegation)
  const period = delegation.caveats.find(({ enforcer }) => enforcer === PERIOD)
  const [{ results, block }, kind] = await Promise.all([
    chain.read([
      { to: MANAGER, data: encodeFunctionData({ abi, functionName: 'disabledDelegations', args: [hash] }) },
      { to: MANAGER, data: encodeFunctionData({ abi, functionName: 'paused' }) },
      {
        to: NonceEnforcer,
        data: encodeFunctionData({ abi, functionName: 'currentNonce', args: [MANAGER, terms.owner] }),
      },
      {
        to: LimitedCallsEnforcer,
        data: encodeFunctionData({ abi, functionName: 'callCounts', args: [MANAGER, hash] }),
      },
      {
        to: PERIOD,
        data: encodeFunctionData({
          abi,
          functionName: 'getAvailableAmount',
          args: [hash, MANAGER, period?.terms ?? NO_PERIOD],
        }),
      },
    ]),
    readKind(chain, terms.owner),
  ])
  const data = results.map((result) => (result.ok && result.data !== '0x' ? result.data : undefined))
  if (data.includes(undefined)) throw notDeployed()
  const [disabled, paused, nonce, used, available] = data as [Hex, Hex, Hex, Hex, Hex]
  // Revoking everything would make it valid, so it is neither revoked nor anything that was prepared here.
  if (terms.nonce > BigInt(nonce))
    throw invalidField(
      'mandate',
      'has a nonce above the current one of its owner: send a mandate prepared by /api/mandates/prepare',
    )
  return {
    block,
    isRevoked: BigInt(disabled) !== 0n || BigInt(nonce) !== terms.nonce,
    isPaused: BigInt(paused) !== 0n,
    isDelegated: kind === 'delegated',
    used: BigInt(used),
    leftToday: period
      ? decodeFunctionResult({ abi, functionName: 'getAvailableAmount', data: available })[0]
      : undefined,
  }
}

/** One wei in a period of one second: the enforcer answers for it, and the answer is not used. */
const NO_PERIOD = `0x${'1'.padStart(64, '0').repeat(3)}` as const
