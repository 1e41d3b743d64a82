import type { Address } from 'viem'
import type { ChainFacts } from '#chain/ChainFacts.ts'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import type { LaunchContracts } from '#explain/Context.ts'
import type { Kind } from './abis.ts'

/** A contract with a known name, and the source of the name. */
export type Contract = { readonly kind: Kind; readonly name: string; readonly source: string }

export type AddressBook = ReadonlyMap<Address, Contract>

/** The contracts that are known on a chain before anything is read from it. */
export function addressBook(facts: ChainFacts, launch: LaunchContracts | undefined): AddressBook {
  const { v2, v3, v4, universalRouter } = facts.uniswap
  const deployment = `the list of Uniswap deployments on ${facts.name}`
  const launchpad = 'the configuration of this service'
  const framework = 'the deployments of the Delegation Framework 1.3.0'
  const entries: [Address | undefined, Kind, string, string][] = [
    [facts.wrappedNative, 'wrapped', `wrapped ${facts.nativeCurrency.symbol}`, 'the list of chains'],
    [facts.permit2, 'permit2', 'Permit2', deployment],
    [v2?.router, 'v2Router', 'Uniswap v2 router', deployment],
    [v3?.positionManager, 'v3Manager', 'Uniswap v3 position manager', deployment],
    [v4?.positionManager, 'v4Manager', 'Uniswap v4 position manager', deployment],
    [v4?.permissionedPositionManager, 'v4Manager', 'Uniswap v4 permissioned position manager', deployment],
    [universalRouter?.address, 'router', 'Universal Router', deployment],
    [launch?.launchpad, 'launchpad', 'launch contract', launchpad],
    [launch?.feeSplitFactory, 'feeSplitFactory', 'fee split factory', launchpad],
    [FRAMEWORK.DelegationManager, 'delegationManager', 'delegation manager', framework],
    [FRAMEWORK.NonceEnforcer, 'nonceEnforcer', 'nonce enforcer of delegations', framework],
  ]
  const known = entries.filter((entry): entry is [Address, Kind, string, string] => entry[0] !== undefined)
  return new Map(known.map(([address, kind, name, source]) => [address, { kind, name, source }]))
}
