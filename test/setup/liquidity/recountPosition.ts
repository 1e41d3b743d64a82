import { type Address, type Hex, parseAbiItem } from 'viem'
import type { Kept, PositionBook } from './positionBook.ts'

const MINT = parseAbiItem(
  'event Mint(address sender, address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)',
)
const BURN = parseAbiItem(
  'event Burn(address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)',
)
const COLLECT = parseAbiItem(
  'event Collect(address indexed owner, address recipient, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount0, uint128 amount1)',
)
const MODIFY = parseAbiItem(
  'event ModifyLiquidity(bytes32 indexed id, address indexed sender, int24 tickLower, int24 tickUpper, int256 liquidityDelta, bytes32 salt)',
)
const TRANSFER = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

type Amounts = { amount0: bigint; amount1: bigint }
const ALL = { fromBlock: 0n, toBlock: 'latest' } as const

/** Deposits, withdrawals and payments of a v3 position by the logs of its pool, which the service does not read. */
export async function recountV3({ lp, contracts, pool }: PositionBook, { bounds }: Kept) {
  const { client } = lp.devnet
  const args = { owner: contracts['v3PositionManager'] as Address, ...bounds }
  const address = pool('V3').reference as Address
  const [mints, burns, collects] = await Promise.all([
    client.getLogs({ address, event: MINT, args, ...ALL, strict: true }),
    client.getLogs({ address, event: BURN, args, ...ALL, strict: true }),
    client.getLogs({ address, event: COLLECT, args, ...ALL, strict: true }),
  ])
  return { deposited: total(mints), withdrawn: total(burns), paid: total(collects) }
}

function total(logs: readonly { args: Amounts }[]): bigint[] {
  return [
    logs.reduce((sum, { args }) => sum + args.amount0, 0n),
    logs.reduce((sum, { args }) => sum + args.amount1, 0n),
  ]
}

/** The tokens that a v4 position's transactions moved into the pool manager, less those that came out. */
export async function recountV4({ lp, contracts, pool }: PositionBook, { tokenId }: Kept): Promise<bigint[]> {
  const { client } = lp.devnet
  const { token0, token1, reference } = pool('V4')
  const manager = contracts['v4PoolManager'] as Address
  const changes = await client.getLogs({
    ...{ address: manager, event: MODIFY, args: { id: reference as Hex }, strict: true },
    ...ALL,
  })
  const own = changes.filter(({ args }) => BigInt(args.salt) === BigInt(tokenId))
  const hashes = new Set(own.map(({ transactionHash }) => transactionHash))
  const moved = async (address: Address) => {
    const logs = await client.getLogs({ address, event: TRANSFER, ...ALL, strict: true })
    const signed = logs.map(({ args, transactionHash }) => {
      if (!hashes.has(transactionHash)) return 0n
      return (args.to === manager ? args.value : 0n) - (args.from === manager ? args.value : 0n)
    })
    return signed.reduce((sum, value) => sum + value, 0n)
  }
  return [await moved(token0), await moved(token1)]
}
