import { type Address, zeroAddress } from 'viem'
import type { ChainFacts } from '#chain/ChainFacts.ts'
import { ApiError } from '#core/ApiError.ts'

export type Protocol = 'V2' | 'V3' | 'V4'
export type V4Deployment = NonNullable<ChainFacts['uniswap']['v4']>
export type V3Deployment = NonNullable<ChainFacts['uniswap']['v3']>
type V2Deployment = { factory: Address; router: Address }

/** The v2 contracts that add and remove liquidity. */
export function v2Of(facts: ChainFacts): V2Deployment {
  const { v2 } = facts.uniswap
  if (!v2) throw notDeployed(facts, 'V2')
  if (!v2.router) {
    throw new ApiError(
      'failed_precondition',
      `V2 has no router on ${named(facts)}, so its liquidity cannot be changed there. Use V3 or V4.`,
      { details: detailsOf(facts, 'V2') },
    )
  }
  return { factory: v2.factory, router: v2.router }
}

export function v3Of(facts: ChainFacts): V3Deployment {
  return facts.uniswap.v3 ?? refuse(facts, 'V3')
}

export function v4Of(facts: ChainFacts): V4Deployment {
  return facts.uniswap.v4 ?? refuse(facts, 'V4')
}

/** Versions of the router on which every recipe was executed. */
const PROBED = new Set<string | undefined>(['2.0', '2.1.0', '2.1.1'])

/** The router, if its calldata is known: versions differ, and an untested version is not used. */
export function probedRouterOf(facts: ChainFacts, instead: string): Address {
  const { universalRouter } = facts.uniswap
  if (universalRouter && PROBED.has(universalRouter.version)) return universalRouter.address
  throw new ApiError(
    'failed_precondition',
    `A swap in the same transaction needs a Universal Router whose exact version is known, and ${named(facts)} has none. ${instead}`,
    { details: [{ type: 'ROUTER_NOT_PROBED', value: universalRouter?.address ?? 'none' }] },
  )
}

/** The position manager of permissioned pools. */
export function permissionedManagerOf(facts: ChainFacts): Address {
  const { permissionedPositionManager } = v4Of(facts)
  if (permissionedPositionManager) return permissionedPositionManager
  throw new ApiError(
    'failed_precondition',
    `No permissioned position manager is deployed on ${named(facts)}. Leave permissioned out.`,
    { details: detailsOf(facts, 'V4') },
  )
}

/** The token a pool of this protocol holds for an address of the request: v2 and v3 hold native ETH wrapped. */
export function heldToken(facts: ChainFacts, protocol: Protocol, address: Address): Address {
  if (address !== zeroAddress) return address
  const { isNativeInV4, nativeErc20, wrappedNative } = facts
  if (protocol === 'V4' && isNativeInV4) return address
  if (protocol !== 'V4' && wrappedNative) return wrappedNative
  const instead = nativeErc20 ? ` Send its token ${nativeErc20} instead.` : ''
  throw new ApiError(
    'failed_precondition',
    `${named(facts)} has no native currency that ${protocol} can hold.${instead}`,
    { details: detailsOf(facts, protocol) },
  )
}

/** Whether a token is native, wrapped native or listed by the operator: its transfers move exactly the amount. */
export function isListed(facts: ChainFacts, token: Address): boolean {
  const { wrappedNative, nativeErc20, listedTokens } = facts
  return token === zeroAddress || token === wrappedNative || token === nativeErc20 || listedTokens.includes(token)
}

export function named({ name, id }: ChainFacts): string {
  return `${name} (${id})`
}

function refuse(facts: ChainFacts, protocol: Protocol): never {
  throw notDeployed(facts, protocol)
}

function notDeployed(facts: ChainFacts, protocol: Protocol): ApiError {
  const present = [facts.uniswap.v2 && 'V2', facts.uniswap.v3 && 'V3', facts.uniswap.v4 && 'V4'].filter(Boolean)
  const message = `${protocol} is not deployed on ${named(facts)}. Use ${present.join(' or ')} there.`
  return new ApiError('failed_precondition', message, { details: detailsOf(facts, protocol) })
}

function detailsOf(facts: ChainFacts, protocol: Protocol) {
  return [
    { type: 'protocol', value: protocol },
    { type: 'chainId', value: String(facts.id) },
  ]
}
