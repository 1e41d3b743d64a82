import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { ApiError } from '#core/ApiError.ts'
import { named, type Protocol } from '#liquidity/deployment.ts'

type Held = { readonly owner: Address; readonly isOperator: boolean }

/** The position, if it exists and the wallet may change it. */
export function requireControl<Position extends Held>(
  position: Position | undefined,
  { id, protocol, wallet }: { id: bigint; protocol: Protocol; wallet: Address },
  { facts }: Chain,
): Position {
  const details = [{ type: 'tokenId', value: id.toString() }]
  if (!position) {
    throw new ApiError(
      'not_found',
      `There is no ${protocol} position ${id} on ${named(facts)}. Check the id and the chain.`,
      {
        details,
      },
    )
  }
  if (position.owner === wallet || position.isOperator) return position
  throw new ApiError(
    'permission_denied',
    `Position ${id} belongs to ${position.owner}, and ${wallet} is not approved for it. Send its owner as walletAddress.`,
    { details },
  )
}

/** The position's number, which v3 and v4 cannot do without. */
export function requireId(id: bigint | undefined, protocol: Protocol): bigint {
  if (id !== undefined) return id
  throw new ApiError('invalid_argument', `nftTokenId is required for ${protocol}.`, {
    details: [{ type: 'field', value: 'nftTokenId' }],
  })
}

/** Refuses a flag that only v4 knows. */
export function requireV4ForPermissions(permissioned: boolean | undefined, protocol: Protocol): void {
  if (!permissioned || protocol === 'V4') return
  throw new ApiError('invalid_argument', `permissioned is for V4 only. Leave it out for ${protocol}.`, {
    details: [{ type: 'field', value: 'permissioned' }],
  })
}
