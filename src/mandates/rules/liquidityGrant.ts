import { type Address, getAddress, type Hex, isAddressEqual, slice, zeroAddress } from 'viem'
import type { Execution } from './Delegation.ts'
import type { LiquidityGrant, Terms } from './Grant.ts'
import { type Pin, pinsOf, read, type Words, wordsIn } from './Layout.ts'
import { ALL_FORMS, type Form, formOf } from './liquidityForms.ts'

export type Spend = LiquidityGrant['spends'][number]

/** The bytes that every call under the grant has. */
export function pinsFor({ form, fixed }: LiquidityGrant, { owner }: Pick<Terms, 'owner'>): Pin[] {
  const { layout, fixed: names } = formOf(form)
  return pinsOf(layout, names.includes('owner') ? { ...fixed, owner: BigInt(owner) } : fixed)
}

export function selectorOf({ form }: LiquidityGrant): Hex {
  return slice(formOf(form).layout.data, 0, 4)
}

/** The grants that pins and limits can be of, one for each form; the caller compares what they compile to. */
export function candidates(pins: readonly Pin[], spends: readonly Spend[]): LiquidityGrant[] {
  return ALL_FORMS.flatMap((form) => {
    const names = form.fixed.filter((name) => name !== 'owner')
    const fixed = wordsIn(form.layout, pins, names)
    const grant = { kind: 'liquidity', form: form.name, fixed, spends } as const
    return names.every((name) => fixed[name] !== undefined) && isWhole(form, fixed, spends) ? [grant] : []
  })
}

/** Whether every token that the call can take has a limit of its own. */
function isWhole(form: Form, fixed: Words, spends: readonly Spend[]): boolean {
  if (spends.length !== form.paid.length) return false
  const [token0, token1] = [fixed['token0'], fixed['token1']]
  if (form.protocol === 'V4' && form.paid.length > 0 && form.isNative !== (token0 === 0n)) return false
  // The tokens of a v3 position and the shares of a pair are not in the calldata; they are compared with the chain.
  if (form.paid.length < 2 || token0 === undefined || token1 === undefined) return true
  return [token0, token1].every((token, index) => BigInt(spends[index]?.token ?? zeroAddress) === token)
}

/** Why the grant does not cover the call, and what to send; undefined if the chain would accept it. */
export function liquidityProblem(grant: LiquidityGrant, call: Execution, { owner }: Terms): string | undefined {
  const { layout, action, paid, isNet } = formOf(grant.form)
  const words = read(layout, call.data)
  if (!words) return `The mandate covers ${action} in its plain form: ${PLAIN[action]}`
  const expected: Words = { ...grant.fixed, owner: BigInt(owner) }
  const other = Object.keys(words).find((name) => expected[name] !== undefined && expected[name] !== words[name])
  if (other && action === 'claimMany') return `The mandate covers positions ${idsIn(grant.fixed).join(', ')} together`
  if (other) return `The mandate covers ${textOf(other, expected[other] ?? 0n)} alone`
  if (isNet) return undefined
  const tooMuch = grant.spends.findIndex(
    ({ amountPerTrade }, index) => (words[paid[index] ?? ''] ?? 0n) > amountPerTrade,
  )
  const spend = grant.spends[tooMuch]
  return (
    spend &&
    `${words[paid[tooMuch] ?? '']} units of ${nameOf(spend.token)} are more than the ${spend.amountPerTrade} of one trade: send less`
  )
}

const PLAIN = {
  create: 'name an existing pool, the wrapped token in place of ETH on v2 and v3, and no permit',
  increase: 'name the wrapped token in place of ETH on v2 and v3, and send no permit',
  decrease: 'leave out burn, and withdrawAsWeth or send true. A pool whose hook takes a share needs the owner',
  claim: 'leave out permissioned. A pool whose hook takes a share needs the owner',
  claimMany:
    'name exactly its positions, in their order. Leave out permissioned; leave out collectAsWeth, or send true',
  compound: 'leave out permissioned, and collectAsWeth or send true',
} as const

/** The positions that the words of a claim name. */
export function idsIn(fixed: Words): bigint[] {
  return Object.keys(fixed)
    .filter((name) => /^id\d*$/.test(name))
    .sort()
    .map((name) => fixed[name] ?? 0n)
}

function textOf(name: string, value: bigint): string {
  if (name === 'id') return `position ${value}`
  return ['token0', 'token1', 'hooks', 'owner'].includes(name) ? `${name} ${addressOf(value)}` : `${name} ${value}`
}

export function addressOf(value: bigint): Address {
  return getAddress(`0x${value.toString(16).padStart(40, '0')}`)
}

export function nameOf(token: Address): string {
  return isAddressEqual(token, zeroAddress) ? 'ETH (wei)' : token
}

/** The permitted calls in words, after "the agent may". */
export function liquidityDeed({ form, fixed, spends }: LiquidityGrant): string {
  const { action, protocol } = formOf(form)
  const limits = spends.map(({ token, amountPerTrade }) => `${amountPerTrade} units of ${nameOf(token)}`).join(' and ')
  if (action === 'claim') return `collect the fees of your ${protocol} position ${fixed['id']}; they come to you`
  if (action === 'claimMany')
    return `collect the fees of your ${protocol} positions ${idsIn(fixed).join(', ')} together; they come to you`
  if (action === 'compound')
    return `add fees of your ${protocol} position ${fixed['id']} to its liquidity${ownMoney(spends)}; the other fees come to you`
  const where = fixed['id'] === undefined ? poolWords(protocol, fixed) : `your ${protocol} position ${fixed['id']}`
  if (action === 'decrease')
    return `take liquidity out of ${where}${limits && `, at most ${limits} in one trade`}; the tokens and fees come to you`
  return `add liquidity to ${where}, at most ${limits} in one trade; the position is yours`
}

/** The tokens of the owner that a call may take, besides those that the position pays out. */
function ownMoney(spends: readonly Spend[]): string {
  const taken = spends.filter(({ amountPerTrade }) => amountPerTrade > 0n)
  const list = taken.map(({ token, amountPerTrade }) => `${amountPerTrade} units of ${nameOf(token)}`).join(' and ')
  return list && `, and at most ${list} of yours in one trade`
}

function poolWords(protocol: string, fixed: Words): string {
  const [token0, token1] = [fixed['token0'] ?? 0n, fixed['token1'] ?? 0n].map(addressOf)
  const pool = fixed['fee'] === undefined ? 'pair' : `pool (fee ${fixed['fee']})`
  return `the ${protocol} ${pool} of ${nameOf(token0 ?? zeroAddress)} and ${token1}`
}
