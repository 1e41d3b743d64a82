import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { ApiError, invalidField } from '#core/ApiError.ts'
import { named, type Protocol } from '#liquidity/deployment.ts'

type Sought = {
  readonly id: bigint
  readonly protocol: Protocol
  readonly wallet: Address
  readonly permissioned?: boolean | undefined
}
type Controlled = { readonly owner: Address; readonly isOperator: boolean }

/** The position, if it exists and the wallet may change it. */
export function requireControl<Position extends Controlled>(
  position: Position | undefined,
  { id, protocol, wallet, permissioned }: Sought,
  { facts }: Chain,
): Position {
  const hasOther = protocol === 'V4' && !permissioned && facts.uniswap.v4?.permissionedPositionManager !== undefined
  const hint = hasOther ? ' For a position of the permissioned manager, send permissioned: true.' : ''
  const details = [{ type: 'tokenId', value: id.toString() }]
  if (!position) {
    throw new ApiError(
      'not_found',
      `There is no ${protocol} position ${id} on ${named(facts)}. Check the id and the chain.${hint}`,
      { details },
    )
  }
  if (position.owner === wallet || position.isOperator) return position
  throw new ApiError(
    'permission_denied',
    `Position ${id} belongs to ${position.owner}, and ${wallet} is not approved for it. Send its owner as walletAddress.${hint}`,
    { details },
  )
}

/**
 * The position, if it exists and is the wallet's own. An approval does not suffice: an attacker can approve a victim for
 * the attacker's position, and everything the victim adds belongs to the attacker.
 */
export function requireOwner<Position extends Controlled>(
  position: Position | undefined,
  sought: Sought,
  chain: Chain,
): Position {
  const { id, wallet } = sought
  const found = requireControl(position, sought, chain)
  if (found.owner === wallet) return found
  throw new ApiError(
    'permission_denied',
    `Position ${id} belongs to ${found.owner}: anything ${wallet} adds to it belongs to that owner. Send its owner as walletAddress.`,
    {
      details: [
        { type: 'tokenId', value: id.toString() },
        { type: 'owner', value: found.owner },
      ],
    },
  )
}

/** The position id, which v3 and v4 require. */
export function requireId(id: bigint | undefined, protocol: Protocol): bigint {
  if (id !== undefined) return id
  throw invalidField('nftTokenId', `is required for ${protocol}`)
}

/** Refuses `permissioned` outside v4. */
export function requireV4ForPermissions(permissioned: boolean | undefined, protocol: Protocol): void {
  if (!permissioned || protocol === 'V4') return
  throw invalidField('permissioned', `is for V4 only. Leave it out for ${protocol}`)
}
