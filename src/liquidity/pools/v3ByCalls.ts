/** The answers of the v3 lenses, gathered by ordinary calls where no lens can run. */

import {
  type Address,
  encodeFunctionData,
  encodePacked,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  parseAbi,
  zeroAddress,
} from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { min } from '#core/bigint.ts'
import { toAddress } from '#core/wire.ts'
import type { LensAnswer, LensArgs } from '#liquidity/lens.ts'
import { createLoader, type Loader } from './createLoader.ts'
import { v3PoolAddress } from './poolAddress.ts'

const ABI = parseAbi([
  'function token0()',
  'function token1()',
  'function fee()',
  'function tickSpacing()',
  'function slot0()',
  'function liquidity()',
  'function decimals()',
  'function symbol()',
  'function feeGrowthGlobal0X128()',
  'function feeGrowthGlobal1X128()',
  'function ticks(int24 tick)',
  'function balanceOf(address account)',
  'function allowance(address owner, address spender)',
  'function getEthBalance(address account)',
  'function getPool(address tokenA, address tokenB, uint24 fee)',
  'function feeAmountTickSpacing(uint24 fee)',
  'function positions(uint256 id)',
  'function positions(bytes32 key)',
  'function ownerOf(uint256 id)',
  'function getApproved(uint256 id)',
  'function isApprovedForAll(address owner, address operator)',
  'function tokenOfOwnerByIndex(address owner, uint256 index)',
])
type Name = (typeof ABI)[number]['name']

const UNKNOWN_DECIMALS = 255

type Watch = LensArgs<'v3Pools'>[2]
type Query = LensArgs<'v3Pools'>[1][number]
type Pool = LensAnswer<'v3Pools'>[2][number]
type Position = LensAnswer<'v3Positions'>[2][number]
type Ask = (to: Address, name: Name, args?: readonly unknown[]) => Promise<bigint[]>

export async function v3PoolsByCalls(
  chain: Chain,
  [factory, queries, watch]: LensArgs<'v3Pools'>,
): Promise<LensAnswer<'v3Pools'>> {
  const { ask, wallet } = begin(chain, watch)
  const pools = Promise.all(queries.map((query) => readPool(ask, factory, query)))
  const [own, found] = await Promise.all([wallet, pools])
  return [...own, found]
}

export async function v3PositionsByCalls(
  chain: Chain,
  [manager, factory, ids, watch]: LensArgs<'v3Positions'>,
): Promise<LensAnswer<'v3Positions'>> {
  const { ask, wallet } = begin(chain, watch)
  const place = { chain, manager, factory, wallet: watch.wallet }
  const positions = Promise.all(ids.map((id) => readPosition(ask, id, place)))
  const [own, found] = await Promise.all([wallet, positions])
  return [...own, found]
}

export async function v3OwnedByCalls(
  chain: Chain,
  [manager, factory, [from, count], watch]: LensArgs<'v3Owned'>,
): Promise<LensAnswer<'v3Owned'>> {
  const { ask, wallet } = begin(chain, watch)
  const [own, { found, total }] = await Promise.all([
    wallet,
    readOwned(ask, { chain, manager, factory, wallet: watch.wallet }, [from, count]),
  ])
  return [...own, found, total]
}

async function readOwned(ask: Ask, place: PositionSource, [from, count]: readonly [bigint, bigint]) {
  const { manager, wallet } = place
  const [total = 0n] = await ask(manager, 'balanceOf', [wallet])
  const size = Number(from >= total ? 0n : min(count, total - from))
  const ids = Array.from({ length: size }, (_, index) =>
    ask(manager, 'tokenOfOwnerByIndex', [wallet, from + BigInt(index)]),
  )
  const found = (await Promise.all(ids)).map(([id = 0n]) => readPosition(ask, id, place))
  return { found: await Promise.all(found), total }
}

function begin(chain: Chain, watch: Watch) {
  const loader = createLoader(chain)
  const ask: Ask = (to, functionName, args = []) =>
    loader.ask(to, encodeFunctionData({ abi: ABI, functionName, args } as Parameters<typeof encodeFunctionData>[0]))
  return { ask, wallet: readWallet(chain, loader, { ask, watch }) }
}

async function readWallet(
  chain: Chain,
  loader: Loader,
  { ask, watch }: { ask: Ask; watch: Watch },
): Promise<[LensAnswer<'v3Pools'>[0], LensAnswer<'v3Pools'>[1]]> {
  const [[nativeBalance = 0n], ...holdings] = await Promise.all([
    ask(chain.facts.multicall3, 'getEthBalance', [watch.wallet]),
    ...watch.tokens.map((token) => readHolding(ask, token, watch)),
  ])
  const { number, timestamp } = await loader.block()
  const own = holdings.map((holding, index) =>
    watch.tokens[index] === zeroAddress ? { ...holding, balance: nativeBalance } : holding,
  )
  return [{ number, timestamp, nativeBalance }, own]
}

async function readHolding(
  ask: Ask,
  token: Address,
  { wallet, spender }: Watch,
): Promise<LensAnswer<'v3Pools'>[1][number]> {
  const none = { permitAmount: 0n, permitExpiration: 0, permitNonce: 0, isPermissioned: false, isAllowed: false }
  if (token === zeroAddress) return { ...none, balance: 0n, allowance: 0n, isContract: false, token: NATIVE }
  const [[balance], [allowance = 0n], meta] = await Promise.all([
    ask(token, 'balanceOf', [wallet]),
    ask(token, 'allowance', [wallet, spender]),
    readToken(ask, token),
  ])
  return { ...none, balance: balance ?? 0n, allowance, isContract: balance !== undefined, token: meta }
}

const NATIVE = { decimals: 0, symbol: pad('0x') }

async function readToken(ask: Ask, token: Address): Promise<{ decimals: number; symbol: Hex }> {
  const [[decimals], symbol] = await Promise.all([ask(token, 'decimals'), ask(token, 'symbol')])
  const known = decimals === undefined || decimals > 254n ? UNKNOWN_DECIMALS : Number(decimals)
  return { decimals: known, symbol: packSymbol(symbol) }
}

// As the lens packs it: at most 31 bytes of text, the last byte its length.
function packSymbol([offset, length = 0n, text]: bigint[]): Hex {
  if (offset !== 32n || text === undefined) return pad('0x')
  const size = Number(min(length, 31n))
  return `0x${numberToHex(text, { size: 32 })
    .slice(2, 2 + size * 2)
    .padEnd(62, '0')}${numberToHex(size, { size: 1 }).slice(2)}`
}

async function readPool(ask: Ask, factory: Address, query: Query): Promise<Pool> {
  const named = query.pool === zeroAddress ? query : await partsOf(ask, query.pool)
  const { token0, token1, fee } = named
  const [[found = 0n], [spacing = 0n], state, meta0, meta1] = await Promise.all([
    ask(factory, 'getPool', [token0, token1, fee]),
    ask(factory, 'feeAmountTickSpacing', [fee]),
    query.pool === zeroAddress ? undefined : readState(ask, query.pool, named),
    readToken(ask, token0),
    readToken(ask, token1),
  ])
  const pool = asAddress(found)
  const isThere = pool !== zeroAddress && (query.pool === zeroAddress || query.pool === pool)
  const base = { token0, token1, fee, tickSpacing: Number(spacing), meta0, meta1 }
  if (!isThere) return { ...base, ...EMPTY, pool: zeroAddress }
  return { ...base, pool, ...(state ?? (await readState(ask, pool, named))) }
}

const EMPTY = { sqrtPriceX96: 0n, tick: 0, liquidity: 0n, balance0: 0n, balance1: 0n }

async function partsOf(ask: Ask, pool: Address): Promise<Omit<Query, 'pool'>> {
  const [[token0 = 0n], [token1 = 0n], [fee = 0n]] = await Promise.all([
    ask(pool, 'token0'),
    ask(pool, 'token1'),
    ask(pool, 'fee'),
  ])
  return { token0: asAddress(token0), token1: asAddress(token1), fee: Number(fee) }
}

async function readState(ask: Ask, pool: Address, { token0, token1 }: Omit<Query, 'pool'>): Promise<typeof EMPTY> {
  const [[sqrtPriceX96 = 0n, tick = 0n], [liquidity = 0n], [balance0 = 0n], [balance1 = 0n]] = await Promise.all([
    ask(pool, 'slot0'),
    ask(pool, 'liquidity'),
    ask(token0, 'balanceOf', [pool]),
    ask(token1, 'balanceOf', [pool]),
  ])
  return { sqrtPriceX96, tick: asInt(tick), liquidity, balance0, balance1 }
}

type PositionSource = { chain: Chain; manager: Address; factory: Address; wallet: Address }

async function readPosition(ask: Ask, id: bigint, place: PositionSource): Promise<Position> {
  const { manager, factory, chain, wallet } = place
  const [words, [owner = 0n], [approved = 0n]] = await Promise.all([
    ask(manager, 'positions', [id]),
    ask(manager, 'ownerOf', [id]),
    ask(manager, 'getApproved', [id]),
  ])
  const [
    nonce = 0n,
    ,
    a = 0n,
    b = 0n,
    fee = 0n,
    lower = 0n,
    upper = 0n,
    liquidity = 0n,
    in0 = 0n,
    in1 = 0n,
    owed0 = 0n,
    owed1 = 0n,
  ] = words
  const [token0, token1] = [asAddress(a), asAddress(b)]
  const ticks = { tickLower: asInt(lower), tickUpper: asInt(upper) }
  const key = { token0, token1, fee: Number(fee) }
  const guess = v3PoolAddress(chain.id, factory, key)
  const [[found = 0n], [operator = 0n], guessed, meta0, meta1] = await Promise.all([
    ask(factory, 'getPool', [token0, token1, Number(fee)]),
    ask(manager, 'isApprovedForAll', [asAddress(owner), wallet]),
    readPlace(ask, guess, { manager, ...ticks }),
    readToken(ask, token0),
    readToken(ask, token1),
  ])
  const pool = asAddress(found)
  const state = pool === guess ? guessed : await readPlace(ask, pool, { manager, ...ticks })
  const isOperator = asAddress(approved) === wallet || operator === 1n
  const insideLast = { growth0: in0, growth1: in1 }
  return {
    id,
    owner: asAddress(owner),
    isOperator,
    nonce,
    ...key,
    ...ticks,
    liquidity,
    insideLast,
    owed0,
    owed1,
    pool,
    ...state,
    meta0,
    meta1,
  }
}

type Shared = Ticks & { manager: Address }
type Ticks = { tickLower: number; tickUpper: number }

async function readPlace(ask: Ask, pool: Address, { manager, ...ticks }: Shared) {
  const [growth, shared] = await Promise.all([
    readGrowth(ask, pool, ticks),
    readShared(ask, pool, { manager, ...ticks }),
  ])
  return { ...growth, shared }
}

async function readShared(ask: Ask, pool: Address, { manager, tickLower, tickUpper }: Shared) {
  const key = keccak256(encodePacked(['address', 'int24', 'int24'], [manager, tickLower, tickUpper]))
  const [liquidity = 0n, growth0 = 0n, growth1 = 0n, owed0 = 0n, owed1 = 0n] = await ask(pool, 'positions', [key])
  return { liquidity, insideLast: { growth0, growth1 }, owed0, owed1 }
}

async function readGrowth(ask: Ask, pool: Address, { tickLower, tickUpper }: Ticks) {
  const [[sqrtPriceX96 = 0n, tick = 0n], [spacing = 0n], [growth0 = 0n], [growth1 = 0n], lower, upper] =
    await Promise.all([
      ask(pool, 'slot0'),
      ask(pool, 'tickSpacing'),
      ask(pool, 'feeGrowthGlobal0X128'),
      ask(pool, 'feeGrowthGlobal1X128'),
      ask(pool, 'ticks', [tickLower]),
      ask(pool, 'ticks', [tickUpper]),
    ])
  const outside = ([, , first = 0n, second = 0n]: bigint[]) => ({ growth0: first, growth1: second })
  return {
    sqrtPriceX96,
    tick: asInt(tick),
    tickSpacing: Number(spacing),
    global: { growth0, growth1 },
    lowerOutside: outside(lower),
    upperOutside: outside(upper),
  }
}

function asAddress(word: bigint): Address {
  return toAddress(`0x${word.toString(16).padStart(40, '0')}`)
}

function asInt(word: bigint): number {
  return Number(BigInt.asIntN(256, word))
}
