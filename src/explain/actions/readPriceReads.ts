import { concat, getAddress, type Hex, slice, toFunctionSelector, toHex } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { Scene } from '#explain/rules/Effects.ts'
import { readKey, swappedPools, v4PriceRead, withdrawalsIn } from '#explain/rules/orderCalls.ts'

const SELECTORS = {
  v3Position: toFunctionSelector('positions(uint256)'),
  v4Position: toFunctionSelector('getPoolAndPositionInfo(uint256)'),
  getPool: toFunctionSelector('getPool(address,address,uint24)'),
  slot0: toFunctionSelector('slot0()'),
}
/** The tokens and the fee are the third to fifth word of a v3 position; the key is the first five words of a v4 one. */
const V3_POOL = [64, 160] as const
const V4_KEY = [0, 160] as const

/** The reads that report the prices of the pools that an order withdraws from or swaps in. */
export async function readPriceReads(
  chain: Chain,
  message: Readonly<Record<string, unknown>>,
  book: Scene['book'],
): Promise<ReadonlySet<string>> {
  const found = await Promise.all(withdrawalsIn(message, book).map((one) => priceRead(chain, one)))
  const swapped = swappedPools(message, book).map((key) => v4PriceRead(chain.facts, key))
  return new Set([...found, ...swapped].filter((key) => key !== undefined))
}

async function priceRead(
  chain: Chain,
  { manager, kind, id }: ReturnType<typeof withdrawalsIn>[number],
): Promise<string | undefined> {
  const { v3 } = chain.facts.uniswap
  const isV3 = kind === 'v3Manager'
  const selector = isV3 ? SELECTORS.v3Position : SELECTORS.v4Position
  const position = await readOne(chain, { to: manager, data: concat([selector, toHex(id, { size: 32 })]) })
  if (!position) return undefined
  if (!isV3) return v4PriceRead(chain.facts, slice(position, ...V4_KEY))
  const pool =
    v3 && (await readOne(chain, { to: v3.factory, data: concat([SELECTORS.getPool, slice(position, ...V3_POOL)]) }))
  return pool && readKey(getAddress(slice(pool, 12, 32)), SELECTORS.slot0)
}

async function readOne(chain: Chain, call: { to: Hex; data: Hex }): Promise<Hex | undefined> {
  const [result] = (await chain.agreed().read([call])).results
  return result?.ok && result.data !== '0x' ? result.data : undefined
}
