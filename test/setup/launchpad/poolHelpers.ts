import { readFileSync } from 'node:fs'
import {
  type Abi,
  type Address,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbi,
  toHex,
  zeroAddress,
} from 'viem'
import { POOL_MANAGER } from '#devnet/addresses.ts'
import { poolIdOf } from '#launchpad/contract/poolIdOf.ts'
import { FACTORY, type LaunchChain, type Sending } from './launchChain.ts'

const { abi, bytecode } = JSON.parse(
  readFileSync('node_modules/@uniswap/v4-core/out/PoolDonateTest.sol/PoolDonateTest.json', 'utf8'),
) as { abi: Abi; bytecode: { object: Hex } }
const extsload = parseAbi(['function extsload(bytes32 slot) view returns (bytes32)'])
const POOLS_SLOT = 6n

/** Uniswap's own small contract that gives ETH to the liquidity in use. */
export async function deployDonor({ upstream, mine }: LaunchChain, from: Address): Promise<Address> {
  const data = encodeDeployData({ abi, bytecode: bytecode.object, args: [POOL_MANAGER] })
  const hash = await upstream('eth_sendTransaction', [{ from, data, gas: toHex(3_000_000) }])
  await mine()
  const receipt = (await upstream('eth_getTransactionReceipt', [hash])) as { contractAddress: Address }
  return receipt.contractAddress
}

export function donate(from: Address, token: Address, { donor, eth }: { donor: Address; eth: bigint }): Sending {
  const key = { currency0: zeroAddress, currency1: token, fee: 10_000, tickSpacing: 200, hooks: FACTORY }
  const data = encodeFunctionData({ abi, functionName: 'donate', args: [key, eth, 0n, '0x'] })
  return { from, to: donor, data, value: eth }
}

/** The pool's fee growth in ETH and in tokens, as the pool manager has it after a block. */
export async function feeGrowth(chain: LaunchChain, token: Address, block?: number): Promise<[bigint, bigint]> {
  return [await readPool(chain, { token, offset: 1n, block }), await readPool(chain, { token, offset: 2n, block })]
}

/** The root of the pool's price now. */
export async function sqrtPriceOf(chain: LaunchChain, token: Address): Promise<bigint> {
  return BigInt.asUintN(160, await readPool(chain, { token, offset: 0n, block: undefined }))
}

type Place = { token: Address; offset: bigint; block: number | undefined }

async function readPool({ upstream }: LaunchChain, { token, offset, block }: Place): Promise<bigint> {
  const types = [{ type: 'bytes32' }, { type: 'uint256' }] as const
  const first = BigInt(keccak256(encodeAbiParameters(types, [poolIdOf(token, FACTORY), POOLS_SLOT])))
  const args = [toHex(first + offset, { size: 32 })] as const
  const data = encodeFunctionData({ abi: extsload, functionName: 'extsload', args })
  const tag = block === undefined ? 'latest' : toHex(block)
  return BigInt((await upstream('eth_call', [{ to: POOL_MANAGER, data }, tag])) as Hex)
}
