import { createRequire } from 'node:module'
import type { Address } from 'viem'
import * as Tick from '#liquidity/math/Tick.ts'
import * as V3 from '#liquidity/plans/V3.ts'
import * as V4 from '#liquidity/plans/V4.ts'
import type { Row } from './Row.ts'

// The SDKs' module builds do not load in Node; their CommonJS ones do.
const require = createRequire(import.meta.url)
const { Ether, Percent, Token }: typeof import('@uniswap/sdk-core') = require('@uniswap/sdk-core')
const { NonfungiblePositionManager, Pool, Position }: typeof import('@uniswap/v3-sdk') = require('@uniswap/v3-sdk')
const {
  Pool: V4Pool,
  Position: V4Position,
  V4PositionManager,
}: typeof import('@uniswap/v4-sdk') = require('@uniswap/v4-sdk')

const WALLET = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const NATIVE = '0x0000000000000000000000000000000000000000'
const DEADLINE = 1_900_000_000n
const TARGET = 100
const token0 = new Token(1, '0x1000000000000000000000000000000000000000', 18)
const token1 = new Token(1, '0x2000000000000000000000000000000000000000', 6)
const ether = Ether.onChain(1)

type Wish = { tick: number; tickLower: number; tickUpper: number; amount: bigint }

/** Builds per second from pool state in hand to calldata, ours and the SDKs' on the same requests in the same run. */
export async function run(): Promise<Row[]> {
  const wishes = Array.from({ length: 1024 }, (_, index) => wish(index))
  return [
    compare('create v3, state in hand', rate(wishes, oursV3), rate(wishes, sdkV3)),
    compare('create v4 native, state in hand', rate(wishes, oursV4), rate(wishes, sdkV4)),
  ]
}

function compare(name: string, ours: number, peer: number): Row {
  const ratio = ours / peer
  return { name, ours, peer, unit: 'builds/s', ratio, target: `≥ ${TARGET}×`, ok: ratio >= TARGET }
}

// No two requests are alike, so that nothing remembered from one serves the next.
function wish(index: number): Wish {
  const tick = -200_000 + ((index * 7919) % 400_000)
  const width = 60 * (1 + ((index * 31) % 500))
  return {
    tick,
    tickLower: Tick.snap(tick - width, 60),
    tickUpper: Tick.snap(tick + width + 60, 60),
    amount: 10n ** 15n + BigInt(index) * 1_234_567_891n,
  }
}

function oursV3({ tick, tickLower, tickUpper, amount }: Wish): string {
  return V3.create({
    pool: {
      token0: token0.address as Address,
      token1: token1.address as Address,
      fee: 3000,
      sqrtRatioX96: Tick.toSqrtRatio(tick),
    },
    offer: { side: 'token0', amount },
    tickLower,
    tickUpper,
    slippage: 50_000_000n,
    deadline: DEADLINE,
    wallet: WALLET,
    initialise: false,
  }).payload.data
}

function sdkV3({ tick, tickLower, tickUpper, amount }: Wish): string {
  const pool = new Pool(token0, token1, 3000, Tick.toSqrtRatio(tick).toString(), 0, tick)
  const position = Position.fromAmount0({
    pool,
    tickLower,
    tickUpper,
    amount0: amount.toString(),
    useFullPrecision: true,
  })
  return NonfungiblePositionManager.addCallParameters(position, {
    slippageTolerance: new Percent(50, 10_000),
    deadline: DEADLINE.toString(),
    recipient: WALLET,
  }).calldata
}

function oursV4({ tick, tickLower, tickUpper, amount }: Wish): string {
  const key = {
    currency0: NATIVE,
    currency1: token1.address as Address,
    fee: 3000,
    tickSpacing: 60,
    hooks: NATIVE,
  } as const
  return V4.create({
    pool: { key, sqrtRatioX96: Tick.toSqrtRatio(tick) },
    offer: { side: 'token0', amount },
    tickLower,
    tickUpper,
    slippage: 50_000_000n,
    deadline: DEADLINE,
    wallet: WALLET,
    initialise: false,
  }).payload.data
}

function sdkV4({ tick, tickLower, tickUpper, amount }: Wish): string {
  const pool = new V4Pool(ether, token1, 3000, 60, NATIVE, Tick.toSqrtRatio(tick).toString(), 0, tick)
  const position = V4Position.fromAmount0({
    pool,
    tickLower,
    tickUpper,
    amount0: amount.toString(),
    useFullPrecision: true,
  })
  return V4PositionManager.addCallParameters(position, {
    slippageTolerance: new Percent(50, 10_000),
    deadline: DEADLINE.toString(),
    recipient: WALLET,
    useNative: ether,
    hookData: '0x',
  }).calldata
}

function rate(wishes: readonly Wish[], build: (wish: Wish) => string): number {
  measure(wishes, build, 500)
  return measure(wishes, build, 2000)
}

function measure(wishes: readonly Wish[], build: (wish: Wish) => string, forMs: number): number {
  const start = performance.now()
  let built = 0
  let length = 0
  let elapsed = 0
  while (elapsed < forMs) {
    for (let step = 0; step < 64; step++) {
      const next = wishes[built++ % wishes.length]
      if (next) length += build(next).length
    }
    elapsed = performance.now() - start
  }
  if (length === 0) throw new Error('Nothing was built.')
  return (built * 1000) / elapsed
}
