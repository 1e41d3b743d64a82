import { type Address, concat, getAddress, type Hex, size, slice, toHex, zeroAddress } from 'viem'
import type { Kind } from './abis.ts'
import { type DecodedCall, decodeCall, flatten } from './DecodedCall.ts'
import { valuesOf } from './valuesOf.ts'

/** Bytes that the calldata of every call must have at this offset. */
export type Fixed = { readonly at: number; readonly bytes: Hex }

/** A position on the chain, with the tokens of a v3 position or the hook of the pool of a v4 one. */
export type Held = { readonly owner: Address; readonly tokens: readonly Address[]; readonly hook?: Address | undefined }

export type Bound = {
  readonly kind: Kind
  readonly method: Hex
  readonly fixed: readonly Fixed[]
  readonly owner: Address
  /** The tokens of which a call can take no more than a limit; the zero address is ETH. */
  readonly limited: readonly Address[]
  /** The positions that the calls add to; undefined if they are not read. */
  readonly held?: ReadonlyMap<bigint, Held> | undefined
}

/**
 * A placeholder for a word that the agent chooses; it is within the limits of a tick and of a fee, and rare elsewhere.
 */
const CHOSEN = 7_340_033n
const CHOSEN_WORD = toHex(CHOSEN, { size: 32 })
const CHOSEN_ADDRESS = getAddress(toHex(CHOSEN, { size: 20 }))
const CALLER = getAddress(toHex(1n, { size: 20 }))
/** No call has more chosen words at its end. */
const CHOSEN_MAX = 8

const INCREASES = ['increaseLiquidity', 'INCREASE_LIQUIDITY']
const DEPOSITS = ['addLiquidity', 'mint', 'MINT_POSITION', ...INCREASES]
/** Fees pass through the manager, so both tokens of the position have to be swept to the owner in the same call. */
const COMPOUND_V3 = 'multicall,collect,sweepToken,sweepToken,increaseLiquidity'
/** The calls that mandates of this service allow: none of them moves a withdrawal into a deposit at a price of the agent. */
const SEQUENCES = new Set([
  'addLiquidity',
  'removeLiquidity',
  'mint',
  'increaseLiquidity',
  'multicall,decreaseLiquidity,collect',
  COMPOUND_V3,
  'modifyLiquidities,MINT_POSITION,SETTLE_PAIR',
  'modifyLiquidities,MINT_POSITION,SETTLE_PAIR,SWEEP',
  'modifyLiquidities,INCREASE_LIQUIDITY,CLOSE_CURRENCY,CLOSE_CURRENCY',
  'modifyLiquidities,INCREASE_LIQUIDITY,CLOSE_CURRENCY,CLOSE_CURRENCY,SWEEP',
  'modifyLiquidities,DECREASE_LIQUIDITY,TAKE_PAIR',
  'modifyLiquidities,INCREASE_LIQUIDITY,TAKE_PAIR',
])
/** Claims of several positions. */
const CLAIMS = [/^multicall(,collect){2,8}$/, /^modifyLiquidities(,DECREASE_LIQUIDITY){2,8}(,TAKE){2,16}$/]
const RECIPIENTS = ['to', 'recipient', 'owner']
const POOL = ['fee', 'tickSpacing', 'hooks']
const TOKENS = ['tokenA', 'tokenB', 'token0', 'token1', 'currency0', 'currency1', 'currency', 'token']

/**
 * The first limit that a mandate for liquidity lacks; undefined if the agent chooses only amounts, ranges and
 * deadlines.
 */
export function looseEnd({ kind, method, fixed, ...bound }: Bound): string | undefined {
  const calls = read(kind, method, fixed)
  if (!calls) return 'call that is known here'
  return looseWord(calls) ?? loosePayee(calls, kind, bound) ?? looseAmount(calls, bound)
}

type Sides = Pick<Bound, 'owner' | 'limited' | 'held'>

function looseWord(calls: readonly DecodedCall[]): string | undefined {
  if (named(calls, ['tokenId']).some(isChosen)) return 'position that the owner chose'
  if (named(calls, POOL).some(isChosen)) return 'pool that the owner chose'
  return named(calls, TOKENS).some(isChosen) ? 'token that the owner chose' : undefined
}

function loosePayee(calls: readonly DecodedCall[], kind: Kind, { owner, held }: Sides): string | undefined {
  const positions = held && idsOf(calls).map((id) => held.get(id))
  if (positions?.some((one) => one?.owner !== owner)) return 'position of the owner'
  const sweeps = sweepsOf(calls)
  const payees = [owner, ...(kind === 'v4Manager' ? [CALLER] : []), ...(sweeps.length > 0 ? [zeroAddress] : [])]
  if (!named(calls, RECIPIENTS).every((account) => payees.some((payee) => payee === account)))
    return 'recipient that is the owner'
  // The swept tokens are those of the position that is added to, so the fees must be of the same position.
  const isOne = sweeps.length === 0 || new Set(named(calls, ['tokenId'])).size === 1
  return isOne && isSwept(sweeps, tokensOf(calls, held), owner) ? undefined : 'payment of all fees to the owner'
}

function looseAmount(calls: readonly DecodedCall[], { limited, held }: Sides): string | undefined {
  const tokens = named(calls, TOKENS) as Address[]
  // ETH that a call neither uses nor sweeps stays in the manager, where anyone can take it.
  if (limited.includes(zeroAddress) && !(tokens.includes(zeroAddress) && has(calls, ['SWEEP'])))
    return 'limit of 0 ETH, though its calls take none'
  return lacksLimit(calls, [...tokens, ...tokensOf(calls, held)], limited) ? 'amount of a deposit' : undefined
}

/** The tokens of the v3 positions that the calls add to. */
function tokensOf(calls: readonly DecodedCall[], held: Bound['held']): Address[] {
  return idsOf(calls).flatMap((id) => held?.get(id)?.tokens ?? [])
}

function named(calls: readonly DecodedCall[], names: readonly string[]): unknown[] {
  return calls.flatMap(({ args }) => names.flatMap((name) => valuesOf(args, name)))
}

type Sweep = { readonly token: Address; readonly recipient: Address }

/** The sweeps of a compound in v3, the only calls whose fees pass through the manager. */
function sweepsOf(calls: readonly DecodedCall[]): Sweep[] {
  return calls.filter(({ name }) => name === 'sweepToken').map(({ args }) => args as Sweep)
}

/** Whether each token that passes through the manager is swept to the owner. */
function isSwept(sweeps: readonly Sweep[], tokens: readonly Address[], owner: Address): boolean {
  if (sweeps.length === 0) return true
  const swept = sweeps.filter(({ recipient }) => recipient === owner).map(({ token }) => token)
  return new Set(swept).size === sweeps.length && tokens.every((token) => swept.includes(token))
}

function isKnown(names: string): boolean {
  return SEQUENCES.has(names) || CLAIMS.some((form) => form.test(names))
}

function namesOf(calls: readonly DecodedCall[]): string {
  return calls.map(({ name }) => name).join()
}

type Fixes = Pick<Bound, 'kind' | 'method' | 'fixed'>

/** The positions that every call changes. */
export function fixedIds({ kind, method, fixed }: Fixes): bigint[] {
  const ids = named(read(kind, method, fixed) ?? [], ['tokenId']) as bigint[]
  return ids.filter((id) => !isChosen(id))
}

/** The hooks of the v4 pools that every call changes, and whether they can take unbounded amounts. */
export function hooksOf({ kind, method, fixed, held }: Fixes & Pick<Bound, 'held'>) {
  const calls = read(kind, method, fixed) ?? []
  const ids = named(calls, ['tokenId']) as bigint[]
  const hooks = [...named(calls, ['hooks']), ...ids.map((id) => held?.get(id)?.hook)] as (Address | undefined)[]
  const flags = has(calls, ['DECREASE_LIQUIDITY']) ? TAKES_WITHDRAWALS : TAKES_ANY
  const isBounded = has(calls, DEPOSITS) && !has(calls, ['TAKE_PAIR'])
  return hooks
    .filter((hook) => hook !== undefined)
    .map((hook) => ({ hook, isTaking: !isBounded && (BigInt(hook) & flags) !== 0n }))
}

/** Rights in the address of a hook: to return a delta after a withdrawal, and also after a deposit. */
const TAKES_WITHDRAWALS = 1n
const TAKES_ANY = 3n

function idsOf(calls: readonly DecodedCall[]): bigint[] {
  return calls.filter(({ name = '' }) => INCREASES.includes(name)).map(({ args }) => args['tokenId'] as bigint)
}

function isChosen(value: unknown): boolean {
  return value === CHOSEN || value === Number(CHOSEN) || value === CHOSEN_ADDRESS
}

function has(calls: readonly DecodedCall[], names: readonly string[]): boolean {
  return calls.some(({ name = '' }) => names.includes(name))
}

function lacksLimit(calls: readonly DecodedCall[], tokens: readonly Address[], limited: readonly Address[]): boolean {
  if (has(calls, ['removeLiquidity'])) return limited.length === 0
  // A v4 deposit next to a payout settles nothing, so the chain takes only fees of the position.
  if (!has(calls, DEPOSITS) || has(calls, ['TAKE_PAIR'])) return false
  // The tokens of a v3 position are not in the calldata, and are not read for a mandate that was prepared here.
  return new Set(limited).size < 2 || !tokens.every((token) => limited.includes(token))
}

/** The calls that the fixed bytes make, regardless of the words that the agent adds. */
function read(kind: Kind, method: Hex, fixed: readonly Fixed[]): DecodedCall[] | undefined {
  let data = method
  let words = 0
  for (const { at, bytes } of fixed.toSorted((a, b) => a.at - b.at)) {
    const gap = at - size(data)
    if (gap < 0 || gap % 32 !== 0 || gap > CHOSEN_MAX * 32) return undefined
    data = concat([data, ...chosen(gap / 32), bytes])
    words += gap / 32
  }
  // A gap that begins within a word leaves parts of two values to the agent, and neither is the chosen word then.
  const last = Array.from({ length: CHOSEN_MAX }, (_, count) => count)
  return last
    .map((count) => ({ count, calls: flatten(decodeCall(kind, concat([data, ...chosen(count)]))) }))
    .filter(({ calls }) => isKnown(namesOf(calls)))
    .find(({ count, calls }) => calls.flatMap(({ args }) => leaves(args)).filter(isChosen).length === words + count)
    ?.calls
}

function leaves(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value]
}

function chosen(count: number): Hex[] {
  return Array.from({ length: count }, () => CHOSEN_WORD)
}

/** The token of a caveat that bounds by how much the balance of the owner falls; undefined for another caveat. */
export function limitedToken(terms: Hex, owner: Address): Address | undefined {
  const isFall = size(terms) === 73 && slice(terms, 0, 1) === '0x01' && getAddress(slice(terms, 21, 41)) === owner
  return isFall ? getAddress(slice(terms, 1, 21)) : undefined
}
