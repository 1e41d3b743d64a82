import { type Address, concat, type Hex, isAddressEqual, pad, toFunctionSelector, toHex, zeroAddress } from 'viem'
import { invalidField } from '#core/ApiError.ts'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import type { Caveat } from './Delegation.ts'
import type { Grant, LiquidityGrant, SellGrant, SpendAction, SpendGrant, Targets, Terms } from './Grant.ts'
import { formOf } from './liquidityForms.ts'
import { pinsFor, selectorOf } from './liquidityGrant.ts'

export const DAY = 86_400n

/** The only functions a mandate can reach. Each pays its caller, or names its recipient at a fixed place of the calldata. */
export const SELECTORS = {
  buy: toFunctionSelector('buy(address,uint256)'),
  launch: toFunctionSelector('createToken(string,string,uint256)'),
  sell: toFunctionSelector('sell(address,uint256,uint256)'),
  claim: toFunctionSelector('claimCreatorFees(address,address)'),
  collect: toFunctionSelector('collect((uint256,address,uint128,uint128))'),
} as const

/** Where the first and the second argument begin in calldata. */
const FIRST = 4n
const SECOND = 36n
const SPEND_ORDER: readonly SpendAction[] = ['buy', 'launch']

const word = (value: bigint) => toHex(value, { size: 32 })
const caveat = (name: keyof typeof FRAMEWORK, ...terms: Hex[]): Caveat => ({
  enforcer: FRAMEWORK[name],
  terms: concat(terms).toLowerCase() as Hex,
})

/** The caveats of a grant. Each narrows what the agent may do; the chain requires all of them. */
export function caveatsOf(grant: Grant, terms: Terms, targets: Targets): Caveat[] {
  return [
    // Also refuses everyone to whom the agent delegates further.
    caveat('RedeemerEnforcer', terms.agent),
    caveat('TimestampEnforcer', toHex(0n, { size: 16 }), toHex(terms.until, { size: 16 })),
    caveat('NonceEnforcer', word(terms.nonce)),
    caveat('LimitedCallsEnforcer', word(terms.trades)),
    caveat('AllowedTargetsEnforcer', targetOf(grant, targets)),
    caveat('AllowedMethodsEnforcer', ...selectorsOf(grant)),
    ...limitsOf(grant, terms),
  ]
}

/** The only contract that a grant calls. */
export function targetOf(grant: Grant, targets: Targets): Address {
  const target = targets[targetName(grant)]
  if (!target) throw invalidField('actions', `has ${grant.kind}, and this chain has no contract for it: omit it`)
  return target
}

function targetName(grant: Grant): keyof Targets {
  if (grant.kind === 'liquidity') return formOf(grant.form).target
  return grant.kind === 'collect' ? 'positionManager' : 'launchpad'
}

function selectorsOf(grant: Grant): Hex[] {
  if (grant.kind === 'liquidity') return [selectorOf(grant)]
  if (grant.kind !== 'spend') return [SELECTORS[grant.kind]]
  return SPEND_ORDER.filter((action) => grant.actions.includes(action)).map((action) => SELECTORS[action])
}

function limitsOf(grant: Grant, terms: Terms): Caveat[] {
  if (grant.kind === 'spend') return spendLimits(grant, terms)
  if (grant.kind === 'sell') return sellLimits(grant, terms.owner)
  if (grant.kind === 'liquidity') return liquidityLimits(grant, terms)
  return [noValue, argument(SECOND, terms.owner)]
}

/** Every byte of the call is fixed but the words that the agent fills in; balances bound how much those can take. */
function liquidityLimits(grant: LiquidityGrant, terms: Terms): Caveat[] {
  const isEth = ({ token }: LiquidityGrant['spends'][number]) => isAddressEqual(token, zeroAddress)
  const value = grant.spends.find(isEth)?.amountPerTrade ?? 0n
  return [
    caveat('ValueLteEnforcer', word(value)),
    ...pinsFor(grant, terms).map(({ at, bytes }) => caveat('AllowedCalldataEnforcer', word(BigInt(at)), bytes)),
    ...grant.spends
      .filter((spend) => !isEth(spend))
      .map(({ token, amountPerTrade }) => fallOf(token, amountPerTrade, terms.owner)),
  ]
}

function fallOf(token: Address, amount: bigint, owner: Address): Caveat {
  return caveat('ERC20BalanceChangeEnforcer', '0x01', token, owner, word(amount))
}

/** The chain counts in fixed days, and two of them can meet within 24 hours: each carries half of the budget. */
function spendLimits({ ethPerDay, ethPerTrade, token }: SpendGrant, { start }: Terms): Caveat[] {
  return [
    caveat('ValueLteEnforcer', word(ethPerTrade)),
    caveat('NativeTokenPeriodTransferEnforcer', word(ethPerDay / 2n), word(DAY), word(start)),
    ...(token ? [argument(FIRST, token)] : []),
  ]
}

function sellLimits({ token, amountPerTrade, ethPerTradeMin }: SellGrant, owner: Address): Caveat[] {
  return [
    noValue,
    argument(FIRST, token),
    fallOf(token, amountPerTrade, owner),
    ...(ethPerTradeMin > 0n ? [caveat('NativeBalanceChangeEnforcer', '0x00', owner, word(ethPerTradeMin))] : []),
  ]
}

const noValue = caveat('ValueLteEnforcer', word(0n))

function argument(offset: bigint, address: Address): Caveat {
  return caveat('AllowedCalldataEnforcer', word(offset), pad(address, { size: 32 }))
}

/** The second at which the next day of a budget begins. */
export function nextDay(start: bigint, now: bigint): bigint {
  return start + ((now - start) / DAY + 1n) * DAY
}
