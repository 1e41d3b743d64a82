import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  formatLog,
  type Hex,
  parseAbi,
  parseEventLogs,
} from 'viem'
import { feeSplitFactoryOf } from '#launchpad/contract/feeSplitFactoryOf.ts'
import { FACTORY, type LaunchChain, POOL_MANAGER } from './launchChain.ts'

/** Written out once more, from the interface of the contracts, so that a wrong ABI cannot agree with itself. */
const EVENTS = parseAbi([
  'struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
  'event TokenCreated(address indexed token, address indexed creator, string name, string symbol, uint256 timestamp)',
  'event MetadataSet(address indexed token, address indexed referrer, string metadataURI)',
  'event OptionsSet(address indexed token, address indexed feeHolder, uint256 openingSeconds, uint256 lockDays)',
  'event Trade(address indexed token, address indexed trader, address recipient, bool isBuy, uint256 ethAmount, uint256 tokenAmount, uint256 fee, uint256 realEth, uint256 sold)',
  'event Graduated(address indexed token, bytes32 indexed poolId, PoolKey key, uint160 sqrtPriceX96, uint128 liquidity, uint256 ethLiquidity, uint256 tokenLiquidity, uint256 fee)',
  'event FeesClaimed(address indexed token, address indexed creator, address recipient, uint256 amount, uint256 tokenAmount)',
  'event CreatorTransferStarted(address indexed token, address indexed from, address indexed to)',
  'event CreatorTransferred(address indexed token, address indexed from, address indexed to)',
  'event FeeSplitCreated(address indexed split, address[] accounts, uint16[] bps)',
  'event LockReleased(address indexed token, address indexed holder, uint256 amount)',
  'event ModifyLiquidity(bytes32 indexed id, address indexed sender, int24 tickLower, int24 tickUpper, int256 liquidityDelta, bytes32 salt)',
  'event Swap(bytes32 indexed id, address indexed sender, int128 amount0, int128 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick, uint24 fee)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])
const CFG = parseAbi([
  'function cfg() view returns (uint256 totalSupply, uint256 curveSupply, uint256 virtualEth, uint256 virtualToken, uint256 gradEthTarget, uint16 tradeFeeBps, uint16 gradFeeBps, uint16 creatorFeeShareBps)',
])
const EMITTERS: Record<string, Address> = {
  Swap: POOL_MANAGER,
  ModifyLiquidity: POOL_MANAGER,
  FeeSplitCreated: feeSplitFactoryOf(FACTORY),
}

// biome-ignore lint/suspicious/noExplicitAny: what an event says depends on its name.
export type Logged = { name: string; address: Address; args: any; block: number; logIndex: number; tx: Hex; at: number }
export type Constants = { virtualEth: bigint; virtualToken: bigint; target: bigint }
export type RawChain = Constants & {
  chain: LaunchChain
  /** In order. */
  logs: Logged[]
  /** The time of the newest block, in seconds. */
  headTime: number
}

/** All logs and blocks, as the node returns them. */
export async function readRawChain(chain: LaunchChain): Promise<RawChain> {
  const { upstream } = chain
  const found = (await upstream('eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest' }])) as RawLog[]
  const times = new Map<bigint, number>()
  const timeAt = async (block: string) => {
    const { timestamp } = (await upstream('eth_getBlockByNumber', [block, false])) as { timestamp: Hex }
    return Number(timestamp)
  }
  for (const { blockNumber } of found)
    if (!times.has(BigInt(blockNumber ?? 0))) times.set(BigInt(blockNumber ?? 0), await timeAt(String(blockNumber)))
  const logs = decodeLogs(found, (block) => times.get(block) ?? 0)
  return { chain, logs, headTime: await timeAt('latest'), ...(await readConstants(chain)) }
}

type RawLog = Parameters<typeof formatLog>[0]

/** The events among raw logs that concern launches, in order. */
export function decodeLogs(raw: readonly RawLog[], timeOf: (block: bigint) => number): Logged[] {
  const decoded = parseEventLogs({ abi: EVENTS, logs: raw.map((log) => formatLog(log)) as never }) as unknown as {
    eventName: string
    address: Address
    args: unknown
    blockNumber: bigint
    logIndex: number
    transactionHash: Hex
  }[]
  return decoded
    .filter(({ eventName, address }) => {
      const emitter = EMITTERS[eventName] ?? (eventName === 'Transfer' ? address : FACTORY)
      return address.toLowerCase() === emitter.toLowerCase()
    })
    .map(({ eventName: name, address, args, blockNumber, logIndex, transactionHash: tx }) => ({
      name,
      address,
      args,
      block: Number(blockNumber),
      logIndex: Number(logIndex),
      tx,
      at: timeOf(blockNumber),
    }))
}

/** The constants of the curve. */
export async function readConstants({ upstream }: LaunchChain): Promise<Constants> {
  const call = { abi: CFG, functionName: 'cfg' } as const
  const data = (await upstream('eth_call', [{ to: FACTORY, data: encodeFunctionData(call) }, 'latest'])) as Hex
  const [, , virtualEth, virtualToken, target] = decodeFunctionResult({ ...call, data })
  return { virtualEth, virtualToken, target }
}

export const ONE = 10n ** 18n
export const SUPPLY = 10n ** 27n

/** Wei for a whole token and for all of them, on the curve. */
export function curvePrice(
  { virtualEth, virtualToken }: Constants,
  { realEth, sold }: Record<'realEth' | 'sold', bigint>,
) {
  const [x, y] = [virtualEth + realEth, virtualToken - sold]
  return { price: (x * ONE) / y, cap: (x * SUPPLY) / y }
}

/** The same in the pool. */
export function poolPrice(sqrtPriceX96: bigint) {
  const squared = sqrtPriceX96 ** 2n
  return { price: (ONE << 192n) / squared, cap: (SUPPLY << 192n) / squared }
}

export const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
