import { type Address, parseUnits, zeroAddress } from 'viem'
import * as At from './addresses.ts'

type Amount = { token: Address; amount: bigint }

/** A pool to create; the ratio of its full-range amounts is the price. */
export type PoolSeed = {
  protocol: 'V2' | 'V3' | 'V4'
  amounts: readonly [Amount, Amount]
  /** In hundredths of a basis point; fixed on v2. */
  fee: number
  /** Zero if the protocol has no ticks. */
  tickSpacing: number
  hooks?: Address
  positionManager?: Address
  /** Initialised at its price and left without liquidity. */
  empty?: true
  /** Swapped in both directions, so that its positions have fees to claim. */
  traded?: true
}

const V2 = { protocol: 'V2', fee: 3_000, tickSpacing: 0 } as const
const V3 = { protocol: 'V3' } as const
const V4 = { protocol: 'V4' } as const
const DYNAMIC_FEE = 0x80_00_00

const lowest = { fee: 100, tickSpacing: 1 }
const low = { fee: 500, tickSpacing: 10 }
const medium = { fee: 3_000, tickSpacing: 60 }
const high = { fee: 10_000, tickSpacing: 200 }

// One ETH is 3,000 dollars, a MOON half a dollar, a BURN one dollar, a KYC share a hundred.
const eth: Amount = { token: zeroAddress, amount: parseUnits('100', 18) }
const weth: Amount = { token: At.WETH, amount: parseUnits('100', 18) }
const moon: Amount = { token: At.MOON, amount: parseUnits('600000', 18) }
const burn: Amount = { token: At.BURN, amount: parseUnits('300000', 18) }
const kyc: Amount = { token: At.KYC, amount: parseUnits('3000', 18) }
const dusd: Amount = { token: At.DUSD, amount: parseUnits('300000', 6) }
const usdx: Amount = { token: At.USDX, amount: parseUnits('300000', 6) }

export const poolSeeds: readonly PoolSeed[] = [
  { ...V2, amounts: [moon, dusd], traded: true },
  { ...V2, amounts: [weth, dusd], traded: true },
  { ...V2, amounts: [weth, moon] },
  { ...V2, amounts: [weth, burn], traded: true },
  { ...V2, amounts: [dusd, usdx] },
  { ...V3, ...low, amounts: [weth, dusd], traded: true },
  { ...V3, ...medium, amounts: [weth, dusd], traded: true },
  { ...V3, ...medium, amounts: [moon, weth], traded: true },
  { ...V3, ...high, amounts: [moon, dusd] },
  { ...V3, ...lowest, amounts: [dusd, usdx], traded: true },
  { ...V3, ...medium, amounts: [weth, usdx], empty: true },
  { ...V4, ...low, amounts: [eth, dusd], traded: true },
  { ...V4, ...medium, amounts: [eth, moon], traded: true },
  { ...V4, ...medium, amounts: [moon, dusd], traded: true },
  { ...V4, ...lowest, amounts: [dusd, usdx], traded: true },
  { ...V4, ...high, amounts: [weth, moon] },
  { ...V4, ...medium, amounts: [eth, usdx], empty: true },
  { ...V4, ...medium, amounts: [eth, dusd], fee: DYNAMIC_FEE, hooks: At.DYNAMIC_FEE_HOOK, traded: true },
  { ...V4, ...medium, amounts: [moon, dusd], hooks: At.FEE_TAKING_HOOK, traded: true },
  {
    ...V4,
    ...medium,
    amounts: [kyc, dusd],
    hooks: At.PERMISSIONED_HOOK,
    positionManager: At.PERMISSIONED_POSITION_MANAGER,
    traded: true,
  },
]
