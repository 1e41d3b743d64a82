import { concat, encodeAbiParameters, type Hex, parseAbiParameters, toFunctionSelector } from 'viem'
import { type Layout, layoutOf, mark, words as wordsOf } from './Layout.ts'

/** One form of a liquidity call that a mandate can cover. */
export type Form = {
  readonly name: FormName
  readonly action: LiquidityAction
  readonly protocol: 'V2' | 'V3' | 'V4'
  readonly target: (typeof TARGETS)[keyof typeof TARGETS]
  readonly layout: Layout
  /** The words that the owner fixes; `owner` is one of them wherever the call names a recipient. */
  readonly fixed: readonly string[]
  /** Whether the first token is ETH. */
  readonly isNative: boolean
  /** The words of the calldata that say how much is paid, in the order of the tokens. */
  readonly paid: readonly string[]
  /** Whether the position pays first, so that the owner pays less than these words say. */
  readonly isNet: boolean
}

export const LIQUIDITY_ACTIONS = ['create', 'increase', 'decrease', 'claim', 'compound'] as const
export type LiquidityAction = (typeof LIQUIDITY_ACTIONS)[number] | 'claimMany'

const NAMES = ['id', 'token0', 'token1', 'fee', 'tickSpacing', 'hooks', 'owner'] as const
const FREE = [
  'tickLower',
  'tickUpper',
  'liquidity',
  'withdrawn',
  'amount0',
  'amount1',
  'amount0Min',
  'amount1Min',
  'fees0Min',
  'fees1Min',
  'deadline',
] as const

/** v3's position manager reads this recipient as itself. */
const MANAGER = 0n
/** v4's position manager reads this recipient as its caller, the owner's account. */
const CALLER = 1n
const MAX_UINT128 = 2n ** 128n - 1n
const UNLOCK = parseAbiParameters('bytes actions, bytes[] params')
const MODIFY = parseAbiParameters('bytes unlockData, uint256 deadline')

type Value = bigint | (typeof NAMES)[number] | (typeof FREE)[number] | `id${number}` | `token${number}`

const words = (...values: readonly Value[]): Hex => wordsOf(...values)
const call = (signature: string, ...values: readonly Value[]): Hex =>
  concat([toFunctionSelector(signature), words(...values)])

/** `modifyLiquidities` with these actions and their parameters. */
function modify(codes: Hex, params: readonly Hex[]): Hex {
  const unlock = encodeAbiParameters(UNLOCK, [codes, params])
  const args = encodeAbiParameters(MODIFY, [unlock, mark('deadline')])
  return concat([toFunctionSelector('modifyLiquidities(bytes,uint256)'), args])
}

function multicall(...calls: readonly Hex[]): Hex {
  const args = encodeAbiParameters(parseAbiParameters('bytes[] calls'), [calls])
  return concat([toFunctionSelector('multicall(bytes[])'), args])
}

const KEY = ['token0', 'token1', 'fee', 'tickSpacing', 'hooks'] as const
/** The last two words are an empty `hookData` and its place. */
const changeOf = (id: Value, ...amounts: readonly Value[]) => words(id, ...amounts, 160n, 0n)
const change = (...amounts: readonly Value[]) => changeOf('id', ...amounts)
const mint = words(...KEY, 'tickLower', 'tickUpper', 'liquidity', 'amount0', 'amount1', 'owner', 384n, 0n)
const increase = change('liquidity', 'amount0', 'amount1')
const collect = (recipient: Value, id: Value = 'id') =>
  call('collect((uint256,address,uint128,uint128))', id, recipient, MAX_UINT128, MAX_UINT128)
const sweepToken = (token: Value, least: Value) => call('sweepToken(address,uint256,address)', token, least, 'owner')
const increaseV3 = call(
  'increaseLiquidity((uint256,uint256,uint256,uint256,uint256,uint256))',
  ...(['id', 'amount0', 'amount1', 'amount0Min', 'amount1Min', 'deadline'] as const),
)
const pair = words('token0', 'token1')
const take = words('token0', 'token1', CALLER)
const sweep = words(0n, CALLER)

const DATA = {
  v2Create: call(
    'addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256)',
    ...(['token0', 'token1', 'amount0', 'amount1', 'amount0Min', 'amount1Min', 'owner', 'deadline'] as const),
  ),
  v2Decrease: call(
    'removeLiquidity(address,address,uint256,uint256,uint256,address,uint256)',
    ...(['token0', 'token1', 'liquidity', 'amount0Min', 'amount1Min', 'owner', 'deadline'] as const),
  ),
  v3Create: call(
    'mint((address,address,uint24,int24,int24,uint256,uint256,uint256,uint256,address,uint256))',
    ...(['token0', 'token1', 'fee', 'tickLower', 'tickUpper', 'amount0', 'amount1', 'amount0Min'] as const),
    ...(['amount1Min', 'owner', 'deadline'] as const),
  ),
  v3Increase: increaseV3,
  v3Decrease: multicall(
    call(
      'decreaseLiquidity((uint256,uint128,uint256,uint256,uint256))',
      ...(['id', 'liquidity', 'amount0Min', 'amount1Min', 'deadline'] as const),
    ),
    collect('owner'),
  ),
  // The fees pass through the owner's account, from which the manager takes the deposit.
  v3Compound: multicall(
    collect(MANAGER),
    sweepToken('token0', 'fees0Min'),
    sweepToken('token1', 'fees1Min'),
    increaseV3,
  ),
  v4Create: modify('0x020d', [mint, pair]),
  v4CreateNative: modify('0x020d14', [mint, pair, sweep]),
  v4Increase: modify('0x001212', [increase, words('token0'), words('token1')]),
  v4IncreaseNative: modify('0x00121214', [increase, words('token0'), words('token1'), sweep]),
  v4Decrease: modify('0x0111', [change('liquidity', 'amount0Min', 'amount1Min'), take]),
  v4Claim: modify('0x0111', [change(0n, 0n, 0n), take]),
  v4Compound: modify('0x0011', [increase, take]),
} satisfies Record<string, Hex>
export type PlainName = keyof typeof DATA
export type FormName = PlainName | `v3ClaimMany${number}` | `v4ClaimMany${number}x${number}`

const TARGETS = { V2: 'v2Router', V3: 'positionManager', V4: 'v4PositionManager' } as const

function plainForm([name, data]: [string, Hex]): Form {
  const protocol = name.slice(0, 2).toUpperCase() as Form['protocol']
  const isNative = name.endsWith('Native')
  const action = name.slice(2).replace('Native', '').toLowerCase() as LiquidityAction
  const layout = layoutOf(data, [...NAMES, ...FREE])
  const has = (slot: string) => layout.slots.some((one) => one.name === slot)
  const isNet = action === 'compound'
  // In v4 it settles nothing, so the chain takes what the position pays out alone.
  const isFree = isNet && protocol === 'V4'
  const deposit = ['amount0', 'amount1'].filter((slot) => has(slot) && !isFree)
  // Withdrawals of a pair are paid with its shares.
  const paid = name === 'v2Decrease' ? ['liquidity'] : deposit
  return {
    name: name as FormName,
    action,
    protocol,
    target: TARGETS[protocol],
    layout,
    fixed: NAMES.filter(has),
    isNative,
    paid,
    isNet,
  }
}

export const FORMS = Object.fromEntries(
  Object.entries(DATA).map((entry) => [entry[0], plainForm(entry)]),
) as unknown as Readonly<Record<PlainName, Form>>

/** The most positions whose fees one mandate claims together. */
export const CLAIMS_MAX = 8
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Claims of several v3 positions. Every word is the owner's. */
function claimsV3(count: number): Form {
  const ids = upTo(count).map((index) => `id${index}` as const)
  const data = multicall(...ids.map((id) => collect('owner', id)))
  return claimForm(`v3ClaimMany${count}`, data, [...ids, 'owner'])
}

/** Claims of several v4 positions, of which each token is paid out once. The agent chooses the deadline alone. */
function claimsV4(count: number, tokens: number): Form {
  const ids = upTo(count).map((index) => `id${index}` as const)
  const paidOut = upTo(tokens).map((index) => `token${index}` as const)
  const codes: Hex = `0x${'01'.repeat(count)}${'0e'.repeat(tokens)}`
  // An amount of zero takes all that is owed.
  const takes = paidOut.map((token) => words(token, CALLER, 0n))
  const data = modify(codes, [...ids.map((id) => changeOf(id, 0n, 0n, 0n)), ...takes])
  return claimForm(`v4ClaimMany${count}x${tokens}`, data, [...ids, ...paidOut])
}

function claimForm(name: FormName, data: Hex, fixed: readonly string[]): Form {
  const protocol = name.startsWith('v3') ? 'V3' : 'V4'
  const layout = layoutOf(data, [...fixed, 'deadline'])
  const spent = { isNative: false, paid: [], isNet: false }
  return { name, action: 'claimMany', protocol, target: TARGETS[protocol], layout, fixed, ...spent }
}

/** Their number of positions makes the form, and in v4 their number of tokens too. */
const CLAIMS: readonly Form[] = upTo(CLAIMS_MAX + 1)
  .slice(2)
  .flatMap((count) => [
    claimsV3(count),
    ...upTo(2 * count + 1)
      .slice(2)
      .map((tokens) => claimsV4(count, tokens)),
  ])

export const ALL_FORMS: readonly Form[] = [...Object.values(FORMS), ...CLAIMS]
const BY_NAME = new Map(ALL_FORMS.map((form) => [form.name, form]))

export function formOf(name: FormName): Form {
  const form = BY_NAME.get(name)
  if (!form) throw new TypeError(`There is no form ${name}.`)
  return form
}

/** Moves liquidity of a v4 position into a new one, and pays the fees and the rest out. Only an order makes this call. */
export const RERANGE: Layout = layoutOf(
  modify('0x010211', [change('withdrawn', 'amount0Min', 'amount1Min'), mint, take]),
  [...NAMES, ...FREE],
)
