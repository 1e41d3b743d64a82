import { type Address, getAddress } from 'viem'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'

/** The permissions in the last 14 bits of a hook's address, the highest bit first. */
const FLAGS = [
  'beforeInitialize',
  'afterInitialize',
  'beforeAddLiquidity',
  'afterAddLiquidity',
  'beforeRemoveLiquidity',
  'afterRemoveLiquidity',
  'beforeSwap',
  'afterSwap',
  'beforeDonate',
  'afterDonate',
  'beforeSwapReturnsDelta',
  'afterSwapReturnsDelta',
  'afterAddLiquidityReturnsDelta',
  'afterRemoveLiquidityReturnsDelta',
] as const

type Flag = (typeof FLAGS)[number]

/** The entry of a launchpad in Uniswap's public list of hooks, the repository Uniswap/hooklist. */
export function hookEntry(launchpad: Address) {
  return {
    hook: {
      address: getAddress(launchpad),
      chain: 'robinhood',
      chainId: LAUNCH_CHAIN_ID,
      name: 'Slipway launchpad',
      description:
        'Hook of the pools that launches graduate into. Its one permission lets nobody else open such a pool; swaps and liquidity never reach it. It has no owner and cannot be changed.',
    },
    flags: flagsOf(launchpad),
    properties: {
      dynamicFee: false,
      upgradeable: false,
      requiresCustomSwapData: false,
      vanillaSwap: true,
      swapAccess: 'none',
    },
  }
}

function flagsOf(address: Address): Record<Flag, boolean> {
  const bits = Number(BigInt(address) & 0x3fffn)
  const entries = FLAGS.map((flag, index) => [flag, (bits & (1 << (FLAGS.length - 1 - index))) !== 0])
  return Object.fromEntries(entries) as Record<Flag, boolean>
}
