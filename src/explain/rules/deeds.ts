import { type Address, concat, getAddress, type Hex, pad, slice, toFunctionSelector, toHex, zeroAddress } from 'viem'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import { type Bound, fixedIds, hooksOf, limitedToken, looseEnd } from './boundCalls.ts'
import { type Caveat, type Name, parts, wide } from './caveats.ts'
import type { Scene, Warning } from './Effects.ts'
import { hookWarnings } from './v4.ts'
import { accountOf } from './words.ts'

/** The calls that a mandate of this service can allow, the contract they belong to, and the limit that each needs. */
type Deed = { readonly kind: string; lacks(caveats: Caveats, owner: Address): string | undefined }
type Caveats = (name: Name) => readonly Hex[]

const budget = (caveats: Caveats) =>
  caveats('NativeTokenPeriodTransferEnforcer').length > 0 ? undefined : 'NativeTokenPeriodTransferEnforcer'
const recipient = (caveats: Caveats, owner: Address) =>
  isPinned(caveats, 36n, owner) ? undefined : 'recipient that is the owner'
const amount = (caveats: Caveats, owner: Address) =>
  caveats('ERC20BalanceChangeEnforcer').some((terms) => isLimit(terms, caveats, owner)) ? undefined : 'amount of a sale'

const DEEDS: ReadonlyMap<Hex, Deed> = new Map([
  [toFunctionSelector('buy(address,uint256)'), { kind: 'launchpad', lacks: budget }],
  [toFunctionSelector('createToken(string,string,uint256)'), { kind: 'launchpad', lacks: budget }],
  [toFunctionSelector('sell(address,uint256,uint256)'), { kind: 'launchpad', lacks: amount }],
  [toFunctionSelector('claimCreatorFees(address,address)'), { kind: 'launchpad', lacks: recipient }],
  [toFunctionSelector('collect((uint256,address,uint128,uint128))'), { kind: 'v3Manager', lacks: recipient }],
])

/** Warns of every call that a mandate of this service would not allow, or would not without another limit. */
export function deedWarnings(list: readonly Caveat[], owner: Address, scene: Scene): Warning[] {
  const { caveats, methods, targets } = scopeOf(list)
  return methods.flatMap((method) => {
    const deed = DEEDS.get(method.toLowerCase() as Hex)
    const liquidity = deed ? undefined : liquidityKind(targets, scene)
    if (liquidity) return liquidityWarnings(caveats, scene, { kind: liquidity, method, owner })
    const foreign = targets.filter((target) => !deed || scene.book.get(target)?.kind !== deed.kind)
    if (!deed || foreign.length > 0) return foreign.map((target) => unknownDeed(method, accountOf(scene, target)))
    const lacking = deed.lacks(caveats, owner)
    return lacking ? [wide(lacking)] : []
  })
}

function scopeOf(list: readonly Caveat[]) {
  const caveats: Caveats = (name) =>
    list.filter(({ enforcer }) => getAddress(enforcer) === FRAMEWORK[name]).map(({ terms }) => terms)
  const methods = caveats('AllowedMethodsEnforcer').flatMap((terms) => parts(terms, 4))
  const targets = caveats('AllowedTargetsEnforcer').flatMap((terms) => parts(terms, 20).map((one) => getAddress(one)))
  return { caveats, methods, targets }
}

/** The positions that a mandate changes, and their manager. */
export function positionsOf(list: readonly Caveat[], scene: Pick<Scene, 'book'>) {
  const { caveats, methods, targets } = scopeOf(list)
  const [manager] = targets
  const kind = liquidityKind(targets, scene)
  if (!manager || !kind) return undefined
  return { manager, kind, ids: methods.flatMap((method) => fixedIds({ kind, method, fixed: fixedIn(caveats) })) }
}

const POSITION_KINDS = ['v2Router', 'v3Manager', 'v4Manager'] as const

/** The kind of the one contract of liquidity that may be called. */
function liquidityKind(targets: readonly Address[], { book }: Pick<Scene, 'book'>) {
  const [kind, ...others] = targets.map((target) => POSITION_KINDS.find((one) => one === book.get(target)?.kind))
  return others.length === 0 ? kind : undefined
}

function liquidityWarnings(caveats: Caveats, scene: Scene, bound: Pick<Bound, 'kind' | 'method' | 'owner'>): Warning[] {
  const { held } = scene
  const falls = caveats('ERC20BalanceChangeEnforcer').map((terms) => limitedToken(terms, bound.owner))
  const limited = [...falls.filter((token) => token !== undefined), ...(isValueLimited(caveats) ? [zeroAddress] : [])]
  const fixed = fixedIn(caveats)
  const lacking = looseEnd({ ...bound, fixed, limited, held })
  const hooks = hooksOf({ ...bound, fixed, held })
  return [
    ...(lacking ? [wide(lacking)] : []),
    ...hooks.flatMap(({ hook, isTaking }) => [
      ...(isTaking ? [wide('minimum of the amount that the hook of the pool leaves of a payment')] : []),
      ...hookWarnings(scene, hook),
    ]),
  ]
}

function fixedIn(caveats: Caveats): Bound['fixed'] {
  return caveats('AllowedCalldataEnforcer').map((terms) => ({
    at: Number(BigInt(slice(terms, 0, 32))),
    bytes: slice(terms, 32),
  }))
}

function isValueLimited(caveats: Caveats): boolean {
  return caveats('ValueLteEnforcer').some((terms) => BigInt(terms) > 0n)
}

function isPinned(caveats: Caveats, offset: bigint, account: Address): boolean {
  const expected = concat([toHex(offset, { size: 32 }), pad(account, { size: 32 })]).toLowerCase()
  return caveats('AllowedCalldataEnforcer').some((terms) => terms.toLowerCase() === expected)
}

/** Whether it bounds by how much the owner's balance of the one token that may be sold falls. */
function isLimit(terms: Hex, caveats: Caveats, owner: Address): boolean {
  const token = limitedToken(terms, owner)
  return token !== undefined && isPinned(caveats, 4n, token)
}

function unknownDeed(method: Hex, target: string): Warning {
  const message = `No mandate of this service lets an agent call ${method} of ${target}. The agent can take everything that the call gives away.`
  return { code: 'WIDE_MANDATE', message }
}
