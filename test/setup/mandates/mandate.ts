import {
  type Address,
  encodeFunctionData,
  type Hex,
  parseEther,
  type TransactionReceipt,
  toFunctionSelector,
} from 'viem'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import { caveatsOf } from '#mandates/rules/caveats.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import type { Grant, Targets, Terms } from '#mandates/rules/Grant.ts'
import type { TestDevnet } from '../chain/devnet.ts'

/** Accounts of the test mnemonic. */
export const OWNER = 0
export const AGENT = 3
export const STRANGER = 5

export type Mandate = {
  targets: { readonly [Name in keyof Targets]-?: Address }
  owner: Address
  agent: Address
  stranger: Address
  /** A token on its curve, of which the owner holds some. */
  token: Address
  /** The delegation for this grant, signed by the owner. */
  sign(grant: Grant, terms?: Partial<Terms>): Promise<Delegation.SignedDelegation>
  /** Redeems by hand, past the service. */
  redeem(signed: Delegation.SignedDelegation, execution: Delegation.Execution): Promise<TransactionReceipt>
  /** Why the chain would refuse this call to the manager; undefined if it would not. */
  refusal(from: Address, data: Hex, to?: Address): Promise<string | undefined>
  now(): Promise<bigint>
}

/** An owner whose account has the framework's code by a type-4 transaction of the agent, and a launched token. */
export async function openMandate(devnet: TestDevnet): Promise<Mandate> {
  const [owner, agent, stranger] = [OWNER, AGENT, STRANGER].map((index) => devnet.account(index).address) as [
    Address,
    Address,
    Address,
  ]
  const targets = targetsOf(devnet)
  await delegateAccount(devnet)
  const token = await launchToken(devnet)
  const now = async () => (await devnet.client.getBlock()).timestamp
  let salt = 0n
  return {
    targets,
    owner,
    agent,
    stranger,
    token,
    now,
    async sign(grant, changed = {}) {
      const start = await now()
      const terms = { owner, agent, start, until: start + 30n * 86_400n, trades: 100n, nonce: 0n, ...changed }
      salt += 1n
      const delegation = { delegate: terms.agent, delegator: owner, caveats: caveatsOf(grant, terms, targets), salt }
      return signDelegation(devnet, OWNER, delegation)
    },
    redeem: (signed, execution) =>
      devnet.submit(AGENT, { to: FRAMEWORK.DelegationManager, data: Delegation.redeem(signed, execution) }),
    refusal: (from, data, to = FRAMEWORK.DelegationManager) =>
      devnet.client.call({ account: from, to, data, gas: 8_000_000n }).then(
        () => undefined,
        (error: Error) => reasonOf(error.message),
      ),
  }
}

/** The contracts that mandates name, on the development chain. */
export function targetsOf({ description }: Pick<TestDevnet, 'description'>): Mandate['targets'] {
  const { launchpad, v3PositionManager, v4PositionManager, v2Router, v2Factory, v3Factory } = description.contracts
  const { v4StateView, v4Quoter, universalRouter } = description.contracts
  const positions = { positionManager: v3PositionManager, v4PositionManager }
  return { launchpad, ...positions, v2Router, v2Factory, v3Factory, v4StateView, v4Quoter, universalRouter }
}

/** Errors of the manager and of the account, which the node shows by selector. */
const ERRORS = [
  'InvalidDelegate',
  'InvalidDelegator',
  'InvalidERC1271Signature',
  'CannotUseADisabledDelegation',
  'NotEntryPointOrSelf',
  'NotDelegationManager',
]
const NAMES = new Map(ERRORS.map((name) => [toFunctionSelector(`${name}()`), name]))

function reasonOf(message: string): string {
  const [, text, selector] = /reason string '([^']*)'|return data: (0x[0-9a-f]{8})/.exec(message) ?? []
  return text ?? NAMES.get(selector as Hex) ?? message.slice(0, 200)
}

export async function signDelegation(
  devnet: TestDevnet,
  index: number,
  delegation: Delegation.Delegation,
): Promise<Delegation.SignedDelegation> {
  const { message, ...typed } = Delegation.typedData(delegation, 4663)
  const signature = await devnet
    .account(index)
    .signTypedData({ ...typed, message: { ...message, salt: delegation.salt } })
  return { ...delegation, signature }
}

export async function delegateAccount(devnet: TestDevnet): Promise<void> {
  const { address } = devnet.account(OWNER)
  const nonce = await devnet.client.getTransactionCount({ address })
  const contractAddress = FRAMEWORK.EIP7702StatelessDeleGator
  const authorization = await devnet.wallet(OWNER).signAuthorization({ contractAddress, nonce })
  const agent = devnet.wallet(AGENT)
  const hash = await agent.sendTransaction({ to: address, authorizationList: [authorization], gas: 100_000n })
  await agent.waitForTransactionReceipt({ hash })
}

/** Launches a token whose creator and first holder is the owner. */
export async function launchToken(devnet: TestDevnet): Promise<Address> {
  const { launchpad: address } = devnet.description.contracts
  const args = ['Mandated', 'MNDT', 0n] as const
  const call = { abi: launchpadAbi, address, functionName: 'createToken', args, value: parseEther('0.5') } as const
  const { result } = await devnet.client.simulateContract({ ...call, account: devnet.account(OWNER).address })
  await devnet.send(OWNER, { to: address, data: encodeFunctionData(call), value: call.value })
  return result
}
