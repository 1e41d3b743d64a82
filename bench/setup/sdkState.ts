import { createRequire } from 'node:module'
import type { CurrencyAmount as Amounts, Currency } from '@uniswap/sdk-core'
import type { Pool as PoolType } from '@uniswap/v4-sdk'
import { type Address, createPublicClient, erc20Abi, type Hex, http, parseAbi } from 'viem'
import { describe } from '#devnet/describe.ts'

const require = createRequire(import.meta.url)
const { CurrencyAmount, Ether, Token }: typeof import('@uniswap/sdk-core') = require('@uniswap/sdk-core')
const { Pool }: typeof import('@uniswap/v4-sdk') = require('@uniswap/v4-sdk')

type Amount = Amounts<Currency>

const stateViewAbi = parseAbi([
  'function getSlot0(bytes32 poolId) view returns (uint160 sqrtPriceX96, int24 tick, uint24 protocolFee, uint24 lpFee)',
  'function getLiquidity(bytes32 poolId) view returns (uint128)',
])

const chainAbi = parseAbi([
  'function getBlockNumber() view returns (uint256)',
  'function getEthBalance(address account) view returns (uint256)',
])

/** State at one block: the pool as the SDK models it, and the wallet's balances of both tokens. */
export type SdkState = { blockNumber: bigint; pool: PoolType; balance0: Amount; balance1: Amount }
export type Asked = { chainId: number; id: Hex; wallet: Address }

/** Reads pool and wallet in one round trip and caches them for one block, as the service does. */
export function createReader(rpcUrl: string, lifetimeMs: number): (asked: Asked) => Promise<SdkState> {
  const client = createPublicClient({ transport: http(rpcUrl) })
  const kept = new Map<string, { until: number; state: Promise<SdkState> }>()
  return (asked) => {
    const name = `${asked.chainId} ${asked.id} ${asked.wallet}`
    const known = kept.get(name)
    if (known && Date.now() < known.until) return known.state
    const state = readState(client, rpcUrl, asked)
    kept.set(name, { until: Date.now() + lifetimeMs, state })
    return state
  }
}

async function readState(
  client: ReturnType<typeof createPublicClient>,
  rpcUrl: string,
  { chainId, id, wallet }: Asked,
): Promise<SdkState> {
  const { contracts, pools, tokens } = describe(rpcUrl)
  const key = pools.find(({ reference }) => reference === id)
  const token = tokens.find(({ address }) => address === key?.token1)
  if (!key || !token) throw new Error('This pool is not known here.')
  const view = { address: contracts.v4StateView, abi: stateViewAbi, args: [id] } as const
  const chain = { address: contracts.multicall3, abi: chainAbi } as const
  const [blockNumber, native, held, [sqrtPriceX96, tick], liquidity] = await client.multicall({
    allowFailure: false,
    multicallAddress: contracts.multicall3,
    contracts: [
      { ...chain, functionName: 'getBlockNumber' },
      { ...chain, functionName: 'getEthBalance', args: [wallet] },
      { address: token.address, abi: erc20Abi, functionName: 'balanceOf', args: [wallet] },
      { ...view, functionName: 'getSlot0' },
      { ...view, functionName: 'getLiquidity' },
    ],
  })
  const [ether, other] = [Ether.onChain(chainId), new Token(chainId, token.address, token.decimals, token.symbol)]
  const { fee, tickSpacing, hooks = NO_HOOKS } = key
  return {
    blockNumber,
    pool: new Pool(ether, other, fee, tickSpacing, hooks, String(sqrtPriceX96), String(liquidity), tick),
    balance0: CurrencyAmount.fromRawAmount(ether, String(native)),
    balance1: CurrencyAmount.fromRawAmount(other, String(held)),
  }
}

const NO_HOOKS = '0x0000000000000000000000000000000000000000'
