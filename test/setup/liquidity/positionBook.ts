import { type Address, type Hex, maxUint128, numberToHex, parseAbi, parseUnits } from 'viem'
import { expect } from 'vitest'
import { swap } from './limits.ts'
import { type Body, mintedId, type TestLp } from './lp.ts'

const chainId = 4663
const ABI = parseAbi([
  'function collect((uint256 tokenId, address recipient, uint128 amount0Max, uint128 amount1Max)) payable returns (uint256, uint256)',
  'function slot0() view returns (uint160, int24, uint16, uint16, uint16, uint8, bool)',
  'function getSlot0(bytes32 id) view returns (uint160, int24, uint24, uint24)',
  'function getFeeGrowthInside(bytes32 id, int24 lower, int24 upper) view returns (uint256, uint256)',
  'function getPositionInfo(bytes32 id, address owner, int24 lower, int24 upper, bytes32 salt) view returns (uint128, uint256, uint256)',
])

export type BookProtocol = 'V3' | 'V4'
/** Money that the wallet moved, by token; kept by a program that reads contracts and balances, and no logs. */
type Book = { deposited: bigint[]; withdrawn: bigint[]; fees: bigint[] }
export type Kept = {
  protocol: BookProtocol
  tokenId: string
  bounds: { tickLower: number; tickUpper: number }
  book: Book
}

export type PositionBook = ReturnType<typeof createPositionBook>

/** Positions of one account, with everything that it paid and got. */
export function createPositionBook(lp: TestLp, account: number) {
  const { client } = lp.devnet
  const owner = lp.devnet.account(account).address
  const contracts = lp.devnet.description.contracts as Record<string, Address>
  const moon = lp.devnet.token('MOON').address
  const pool = (protocol: BookProtocol) =>
    lp.devnet.pool(protocol, ['MOON', 'DUSD'], { fee: protocol === 'V3' ? 10_000 : 3000 })
  let opened = 0

  async function owedV3(tokenId: string): Promise<bigint[]> {
    const amounts = { amount0Max: maxUint128, amount1Max: maxUint128 }
    const args = [{ tokenId: BigInt(tokenId), recipient: owner, ...amounts }] as const
    const address = contracts['v3PositionManager'] as Address
    const call = { address, abi: ABI, functionName: 'collect', args, account: owner } as const
    return [...(await client.simulateContract(call)).result]
  }

  async function owedV4({ tokenId, bounds }: Kept): Promise<bigint[]> {
    const view = { address: contracts['v4StateView'] as Address, abi: ABI }
    const id = pool('V4').reference as Hex
    const ticks = [bounds.tickLower, bounds.tickUpper] as const
    const salt = numberToHex(BigInt(tokenId), { size: 32 })
    const args = [id, contracts['v4PositionManager'] as Address, ...ticks, salt] as const
    const growth = await client.readContract({ ...view, functionName: 'getFeeGrowthInside', args: [id, ...ticks] })
    const [liquidity, ...last] = await client.readContract({ ...view, functionName: 'getPositionInfo', args })
    return growth.map((now, side) => (BigInt.asUintN(256, now - (last[side] ?? 0n)) * liquidity) / 2n ** 128n)
  }

  const owed = (position: Kept) => (position.protocol === 'V3' ? owedV3(position.tokenId) : owedV4(position))

  async function open(protocol: BookProtocol): Promise<Kept> {
    const { token0, token1, reference, tickSpacing } = pool(protocol)
    const poolReferences = [{ protocol, chainId, referenceIdentifier: reference }]
    const { pools } = await lp.ok('/lp/pool_info', { protocol, poolReferences })
    const near = (offset: number) => Math.floor((pools[0].currentTick + offset) / tickSpacing) * tickSpacing
    // Every position has a range of its own, so that the pool's logs name it.
    opened += 1
    const bounds = { tickLower: near(-3000) - opened * tickSpacing, tickUpper: near(3000) + opened * tickSpacing }
    const { create } = await lp.ok('/lp/create', {
      ...{ walletAddress: owner, chainId, protocol, tickBounds: bounds },
      existingPool: { token0Address: token0, token1Address: token1, poolReference: reference },
      independentToken: { tokenAddress: moon, amount: parseUnits('800', 18).toString() },
    })
    const ids: string[] = []
    const paid = await lp.paid(account, [token0, token1], async () => {
      const receipt = await lp.send(account, create)
      ids.push(mintedId(receipt, create.to))
      return receipt
    })
    return { protocol, tokenId: ids[0] ?? '', bounds, book: { deposited: paid, withdrawn: [0n, 0n], fees: [0n, 0n] } }
  }

  async function act(position: Kept, path: string, request: object): Promise<void> {
    const { protocol, tokenId, book } = position
    const { token0, token1 } = pool(protocol)
    const pair = { nftTokenId: tokenId, token0Address: token0, token1Address: token1 }
    const named = path === '/lp/claim_fees' ? { tokenId } : pair
    const answer = await lp.ok(path, { walletAddress: owner, chainId, protocol, ...named, ...request })
    const fees = protocol === 'V4' || path !== '/lp/increase' ? await owed(position) : [0n, 0n]
    const transaction = answer.increase ?? answer.decrease ?? answer.claim
    const paid = await lp.paid(account, [token0, token1], () => lp.send(account, transaction))
    for (const side of [0, 1]) {
      const principal = (paid[side] ?? 0n) + (fees[side] ?? 0n)
      book.fees[side] = (book.fees[side] ?? 0n) + (fees[side] ?? 0n)
      if (principal > 0n) book.deposited[side] = (book.deposited[side] ?? 0n) + principal
      else book.withdrawn[side] = (book.withdrawn[side] ?? 0n) - principal
    }
  }

  /** Trades move the price, so that holding would have been something else. */
  async function trade(protocol: BookProtocol, whole: string, from: 'MOON' | 'DUSD' = 'MOON'): Promise<void> {
    const { address, decimals } = lp.devnet.token(from)
    const side = pool(protocol).token0 === address ? 'token0' : 'token1'
    await swap(lp, pool(protocol), [side, parseUnits(whole, decimals)])
  }

  async function priceOf(protocol: BookProtocol): Promise<bigint> {
    const reference = pool(protocol).reference as Hex
    if (protocol === 'V3')
      return (await client.readContract({ address: reference, abi: ABI, functionName: 'slot0' }))[0]
    const address = contracts['v4StateView'] as Address
    return (await client.readContract({ address, abi: ABI, functionName: 'getSlot0', args: [reference] }))[0]
  }

  async function compare(position: Kept, { figures }: Body): Promise<void> {
    const { protocol, book } = position
    const { deposited, withdrawn } = book
    expect({ deposited: pair(figures.deposited), withdrawn: pair(figures.withdrawn) }).toEqual({ deposited, withdrawn })
    expect(pair(figures.fees)).toEqual(sum(book.fees, await owed(position)))
    const price = await priceOf(protocol)
    const worth = ([amount0 = 0n, amount1 = 0n]: bigint[]) => (amount0 * price * price) / 2n ** 192n + amount1
    const [held, fees] = [worth(deposited), worth(pair(figures.fees))]
    const kept = worth(sum(withdrawn, pair(figures.holds)))
    expect(figures.results.token1).toEqual({
      ...{ heldValue: `${held}`, positionValue: `${kept}`, feesValue: `${fees}` },
      ...{ lossAgainstHolding: `${held - kept}`, net: `${kept + fees - held}` },
    })
  }

  const more = (whole = '300') => ({
    independentToken: { tokenAddress: moon, amount: parseUnits(whole, 18).toString() },
  })
  return { lp, owner, contracts, pool, open, act, trade, owed, compare, more }
}

export const pair = ({ amount0, amount1 }: Body) => [BigInt(amount0), BigInt(amount1)]
export const sum = (a: bigint[], b: bigint[]) => a.map((amount, side) => amount + (b[side] ?? 0n))
