import type { Address } from 'viem'

/** The source of `fees/slipway.ts` in the repository DefiLlama/dimension-adapters. `start` is the day of the deployment. */
export function dimensionAdapter(launchpad: Address, start: string): string {
  return `import { FetchOptions, SimpleAdapter } from '../adapters/types'
import { CHAIN } from '../helpers/chains'

const LAUNCHPAD = '${launchpad}'
const TRADE = 'event Trade(address indexed token, address indexed trader, address recipient, bool isBuy, uint256 ethAmount, uint256 tokenAmount, uint256 fee, uint256 realEth, uint256 sold)'
const GRADUATED = 'event Graduated(address indexed token, bytes32 indexed poolId, (address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks) key, uint160 sqrtPriceX96, uint128 liquidity, uint256 ethLiquidity, uint256 tokenLiquidity, uint256 fee)'
const COLLECTED = 'event PoolFeesCollected(address indexed token, uint256 ethAmount, uint256 creatorTokens, uint256 treasuryTokens)'

// Volume in the pools of graduated launches is that of Uniswap v4.
const fetch = async ({ getLogs, createBalances }: FetchOptions) => {
  const read = (eventAbi: string) => getLogs({ target: LAUNCHPAD, eventAbi })
  const [trades, graduations, collections] = await Promise.all([TRADE, GRADUATED, COLLECTED].map(read))
  const dailyVolume = createBalances()
  const dailyFees = createBalances()
  const dailyRevenue = createBalances()
  const dailySupplySideRevenue = createBalances()
  const divide = (fee: bigint) => {
    dailyFees.addGasToken(fee)
    dailySupplySideRevenue.addGasToken(fee / 2n)
    dailyRevenue.addGasToken(fee - fee / 2n)
  }
  for (const { ethAmount, fee } of trades) {
    dailyVolume.addGasToken(ethAmount)
    divide(fee)
  }
  for (const { ethAmount } of collections) divide(ethAmount)
  for (const { fee } of graduations) {
    dailyFees.addGasToken(fee)
    dailyRevenue.addGasToken(fee)
  }
  return { dailyVolume, dailyFees, dailyRevenue, dailyProtocolRevenue: dailyRevenue, dailySupplySideRevenue }
}

const adapter: SimpleAdapter = {
  version: 2,
  fetch,
  chains: [CHAIN.ROBINHOOD],
  start: '${start}',
  methodology: {
    Volume: 'ETH of the trades on bonding curves.',
    Fees: 'The fee of each trade on a curve, the fee of each graduation, and the ETH fees of locked pools as they are collected.',
    Revenue: 'Half of the fees of trades and pools, and the fee of each graduation.',
    ProtocolRevenue: 'All of the revenue goes to the treasury.',
    SupplySideRevenue: 'Half of the fees of trades and pools belongs to the creator of the token.',
  },
}

export default adapter
`
}
