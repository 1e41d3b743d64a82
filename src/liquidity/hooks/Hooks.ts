import { type Address, zeroAddress } from 'viem'
import { invalidField } from '#core/ApiError.ts'
import type { PoolKey } from '#uniswap/PoolKey.ts'

export const DYNAMIC_FEE = 0x80_00_00
const FEE_MAX = 1_000_000
const TICK_SPACING_MAX = 32_767
const PERMISSIONS = 0x3fff
const BEFORE_ADD = 1 << 11
const BEFORE_OR_AFTER_REMOVE = (1 << 9) | (1 << 8)
const SWAP_DELTAS = (1 << 3) | (1 << 2)
const ADDS_DELTA = 1 << 1
const REMOVES_DELTA = 1 << 0

// A permission to return a delta needs the permission to be called there.
const PAIRS: readonly [delta: number, call: number][] = [
  [1 << 3, 1 << 7],
  [1 << 2, 1 << 6],
  [1 << 1, 1 << 10],
  [1 << 0, 1 << 8],
]

/** Whether the hook can take or give tokens when liquidity is added, so that only a simulation shows the amounts. */
export function changesDeposits(hooks: Address): boolean {
  return (flagsOf(hooks) & ADDS_DELTA) !== 0
}

/** The same when liquidity is removed or fees are collected. */
export function changesWithdrawals(hooks: Address): boolean {
  return (flagsOf(hooks) & REMOVES_DELTA) !== 0
}

/** The same for swaps. */
export function changesSwaps(hooks: Address): boolean {
  return (flagsOf(hooks) & SWAP_DELTAS) !== 0
}

/** Whether the hook is called before liquidity is added. */
export function mayRefuseDeposits(hooks: Address): boolean {
  return (flagsOf(hooks) & BEFORE_ADD) !== 0
}

/** Whether the hook is called when liquidity is removed, so that it can stop the removal. */
export function mayRefuseWithdrawals(hooks: Address): boolean {
  return (flagsOf(hooks) & BEFORE_OR_AFTER_REMOVE) !== 0
}

/** Refuses a pool that the pool manager would refuse. */
export function requireValidKey({ fee, tickSpacing, hooks }: PoolKey): void {
  if (fee > FEE_MAX && fee !== DYNAMIC_FEE) {
    throw invalidField('newPool.fee', `must be at most ${FEE_MAX}, or ${DYNAMIC_FEE} for a dynamic fee`)
  }
  if (tickSpacing < 1 || tickSpacing > TICK_SPACING_MAX) {
    throw invalidField('newPool.tickSpacing', `must be from 1 to ${TICK_SPACING_MAX}`)
  }
  if (hooks === zeroAddress) {
    if (fee === DYNAMIC_FEE) throw invalidField('newPool.hooks', 'must be the hook that sets the dynamic fee')
    return
  }
  const flags = flagsOf(hooks)
  const isComplete = PAIRS.every(([delta, call]) => (flags & delta) === 0 || (flags & call) !== 0)
  if (!isComplete || (flags === 0 && fee !== DYNAMIC_FEE)) {
    throw invalidField('newPool.hooks', 'is not a valid hook: the last 14 bits of its address must be its permissions')
  }
}

function flagsOf(hooks: Address): number {
  return Number.parseInt(hooks.slice(-4), 16) & PERMISSIONS
}
