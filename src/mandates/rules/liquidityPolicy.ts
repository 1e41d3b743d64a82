import { type Address, zeroAddress } from 'viem'
import { invalidField } from '#core/ApiError.ts'
import type { ClaimManyItem, LiquidityItem } from '#mandates/wire/mandates.ts'
import type { LiquidityGrant } from './Grant.ts'
import type { Words } from './Layout.ts'
import { FORMS, type Form } from './liquidityForms.ts'

/** The grant of one item of a policy; `shares` is the pair of a V2 item. */
export function grantOf(item: LiquidityItem, shares: Address | undefined): LiquidityGrant {
  requireTokens(item)
  const form = formOf(item)
  return { kind: 'liquidity', form: form.name, fixed: fixedOf(form, item), spends: spendsOf(form, item, shares) }
}

/** The grant of claims of several positions; `tokens` are those of v4 positions, each once. */
export function claimsGrant({ protocol, tokenIds }: ClaimManyItem, tokens: readonly Address[]): LiquidityGrant {
  const ids = tokenIds.map((id, index) => [`id${index}`, id] as const)
  const paidOut = tokens.map((token, index) => [`token${index}`, BigInt(token)] as const)
  const form =
    protocol === 'V3' ? (`v3ClaimMany${ids.length}` as const) : (`v4ClaimMany${ids.length}x${tokens.length}` as const)
  return { kind: 'liquidity', form, fixed: Object.fromEntries([...ids, ...paidOut]), spends: [] }
}

function requireTokens({ protocol, token0Address, token1Address }: LiquidityItem): void {
  if (BigInt(token0Address) >= BigInt(token1Address))
    throw invalidField(
      'liquidity',
      'must name token0Address and token1Address in the order of the pool, the lower first',
    )
  if (protocol !== 'V4' && token0Address === zeroAddress)
    throw invalidField('liquidity', 'must name the wrapped token in place of ETH on V2 and V3')
}

function formOf({ action, protocol, token0Address }: LiquidityItem): Form {
  const verb = protocol === 'V2' && action === 'increase' ? 'create' : action
  const isNative = protocol === 'V4' && token0Address === zeroAddress && (verb === 'create' || verb === 'increase')
  const name = `${protocol.toLowerCase()}${verb[0]?.toUpperCase()}${verb.slice(1)}${isNative ? 'Native' : ''}`
  const form = (FORMS as Partial<Record<string, Form>>)[name]
  if (form) return form
  throw invalidField(
    'liquidity',
    `cannot include ${action} for ${protocol}: ${INSTEAD[protocol === 'V3' ? action : 'V2']}`,
  )
}

const INSTEAD: Readonly<Record<string, string>> = {
  V2: 'the fees of V2 come with decrease',
  claim: 'send the action collect instead',
}

function fixedOf(form: Form, item: LiquidityItem): Words {
  const values: Record<string, bigint | undefined> = {
    id: item.tokenId,
    token0: BigInt(item.token0Address),
    token1: BigInt(item.token1Address),
    fee: item.fee === undefined ? undefined : BigInt(item.fee),
    tickSpacing: item.tickSpacing === undefined ? undefined : BigInt(item.tickSpacing),
    hooks: BigInt(item.hooks ?? zeroAddress),
  }
  const names = form.fixed.filter((name) => name !== 'owner')
  return Object.fromEntries(names.map((name) => [name, given(values[name], name === 'id' ? 'tokenId' : name, item)]))
}

function spendsOf(form: Form, item: LiquidityItem, shares: Address | undefined): LiquidityGrant['spends'] {
  if (form.paid.length === 0) return []
  if (form.name === 'v2Decrease')
    return [{ token: shares ?? zeroAddress, amountPerTrade: given(item.sharesPerTrade, 'sharesPerTrade', item) }]
  const amount = (field: 'amount0PerTrade' | 'amount1PerTrade') =>
    form.isNet ? (item[field] ?? 0n) : given(item[field], field, item)
  return [
    { token: item.token0Address, amountPerTrade: amount('amount0PerTrade') },
    { token: item.token1Address, amountPerTrade: amount('amount1PerTrade') },
  ]
}

function given(value: bigint | undefined, field: string, { action, protocol }: LiquidityItem): bigint {
  const isMissing = value === undefined || (value === 0n && field.endsWith('PerTrade'))
  if (isMissing) throw invalidField('liquidity', `needs ${field} for ${action} in ${protocol}`)
  return value
}
