import {
  type Address,
  concat,
  getAddress,
  type Hex,
  keccak256,
  parseAbiParameters,
  toFunctionSelector,
  toHex,
} from 'viem'
import type { ChainFacts } from '#chain/ChainFacts.ts'
import { type Caveat, isCondition } from './caveats.ts'
import { decodeCall, flatten } from './DecodedCall.ts'
import { decodeStrictly } from './decodeStrictly.ts'
import type { Swap } from './decodeSwap.ts'
import type { Scene } from './Effects.ts'
import type { Target } from './explainCall.ts'
import { v3Ids } from './v3Positions.ts'

type SignedCall = { readonly target: Address; readonly value: bigint; readonly data: Hex }
export type Order = {
  readonly calls: readonly SignedCall[]
  readonly tip: bigint
  readonly source: Address
  readonly query: Hex
  readonly min: bigint
  readonly max: bigint
}
type Message = Readonly<Record<string, unknown>>

/** The terms of the condition of an order. */
export const TERMS = parseAbiParameters([
  'Order order',
  'struct Order { Call[] calls; uint256 tip; address source; bytes query; uint256 min; uint256 max; }',
  'struct Call { address target; uint256 value; bytes data; }',
])

/** The v3 positions that the calls of an order change; none for a message of another form. */
export function positionsInOrder(message: Message, book: Scene['book']): bigint[] {
  return targetsIn(message, book).flatMap(({ target }) => v3Ids(target))
}

const WITHDRAWALS = new Set(['decreaseLiquidity', 'DECREASE_LIQUIDITY', 'BURN_POSITION'])
const DEPOSITS = new Set(['increaseLiquidity', 'INCREASE_LIQUIDITY'])
const MANAGERS = ['v3Manager', 'v4Manager'] as const
const WITHDRAWALS_MAX = 8

/** The positions that the calls of an order withdraw from, with their managers. */
export function withdrawalsIn(message: Message, book: Scene['book']) {
  return positionsOf(targetsIn(message, book), WITHDRAWALS).slice(0, WITHDRAWALS_MAX)
}

/** The positions that the calls of an order add to. */
export function depositsIn(message: Message, book: Scene['book']) {
  return depositsOf(targetsIn(message, book))
}

type Named = { readonly to: Address; readonly target: Target }

/** The positions that calls add to. */
export function depositsOf(calls: readonly Named[]) {
  return positionsOf(calls, DEPOSITS)
}

function positionsOf(list: readonly Named[], names: ReadonlySet<string>) {
  return list.flatMap(({ to, target: { contract, decoded } }) => {
    const kind = MANAGERS.find((one) => one === contract.kind)
    const calls = flatten(decoded).filter(({ name = '' }) => names.has(name))
    return kind ? calls.map(({ args }) => ({ manager: to, kind, id: args['tokenId'] as bigint })) : []
  })
}

/** The keys of the v4 pools that the calls of an order swap in, as their words. */
export function swappedPools(message: Message, book: Scene['book']): Hex[] {
  const actions = targetsIn(message, book).flatMap(({ target: { contract, decoded } }) =>
    contract.kind === 'router' ? decoded.inner : [],
  )
  const swaps = actions.filter(({ name }) => name === 'SWAP_EXACT_IN_SINGLE').map(({ args }) => args as unknown as Swap)
  return swaps.map(keyWords)
}

/** The keys of the v4 pools that the calls of an order open positions in. */
export function openedPools(message: Message, book: Scene['book']): Hex[] {
  return targetsIn(message, book)
    .flatMap(({ target: { decoded } }) => flatten(decoded))
    .filter(({ name }) => name === 'MINT_POSITION')
    .map(({ args }) => keyWords(args['key'] as Key))
}

type Key = Pick<Swap, 'currency0' | 'currency1' | 'fee' | 'tickSpacing' | 'hooks'>

function keyWords({ currency0, currency1, fee, tickSpacing, hooks }: Key): Hex {
  const words = [BigInt(currency0), BigInt(currency1), fee, tickSpacing, BigInt(hooks)]
  return concat(words.map((word) => toHex(word, { size: 32 })))
}

function targetsIn(message: Message, book: Scene['book']): Named[] {
  try {
    const condition = (message['caveats'] as readonly Caveat[]).find(isCondition)
    const [order] = decodeStrictly(TERMS, condition?.terms ?? '0x') as unknown as [Order]
    return order.calls.flatMap(({ target, data }) => {
      const to = getAddress(target)
      const contract = book.get(to)
      return contract ? [{ to, target: { contract, decoded: decodeCall(contract.kind, data) } }] : []
    })
  } catch {
    return []
  }
}

/** A read by its contract and calldata. */
export function readKey(source: Address, query: Hex): string {
  return `${source} ${query}`.toLowerCase()
}

const GET_SLOT0 = toFunctionSelector('getSlot0(bytes32)')

/** The read of the price of a v4 pool, by the words of its key. */
export function v4PriceRead({ uniswap: { v4 } }: ChainFacts, key: Hex): string | undefined {
  return v4 && readKey(v4.stateView, concat([GET_SLOT0, keccak256(key)]))
}
