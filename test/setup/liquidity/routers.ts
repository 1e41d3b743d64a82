import { readFileSync } from 'node:fs'
import { type Address, concat, getAddress, type Hex, pad } from 'viem'
import { PAIR_INIT_CODE_HASH, POOL_INIT_CODE_HASH } from '#devnet/deployments.ts'
import { devnetDeployment } from '../../../src/app/devnetDeployment.ts'
import type { TestDevnet } from '../chain/devnet.ts'
import { startTestLp, type TestLp } from './lp.ts'

/** Universal Routers by the creation code with which they were deployed on public chains. */

export const VERSIONS = ['2.0', '2.1.0', '2.1.1'] as const
export type Version = (typeof VERSIONS)[number]

/** The contracts that a router is bound to. */
export type Bound = {
  permit2: Address
  wrappedNative: Address
  spokePool: Address
  uniswap: {
    v2: { factory: Address }
    v3: { factory: Address; positionManager: Address }
    v4: { poolManager: Address; positionManager: Address }
  }
}

const DEPLOYER = 19
const NONE: Address = '0x0000000000000000000000000000000000000001'

/** Creation code and constructor arguments; 2.0 has no bridge. */
export function routerCode(version: Version, { permit2, wrappedNative, spokePool, uniswap }: Bound): Hex {
  const { v2, v3, v4 } = uniswap
  const tokens = [permit2, wrappedNative, v2.factory, v3.factory, PAIR_INIT_CODE_HASH, POOL_INIT_CODE_HASH]
  const managers = [v4.poolManager, v3.positionManager, v4.positionManager]
  const words = [...tokens, ...managers, ...(version === '2.0' ? [] : [spokePool])] as Hex[]
  const code = readFileSync(new URL(`routers/${version}.hex`, import.meta.url), 'utf8').trim() as Hex
  return concat([code, ...words.map((word) => pad(word))])
}

/** The liquidity API of a development chain whose router is of this version. */
export async function startLpWith(devnet: TestDevnet, version: Version): Promise<TestLp> {
  const { uniswap, ...facts } = devnetDeployment(devnet.description)
  const data = routerCode(version, { ...facts, uniswap, spokePool: NONE } as Bound)
  const hash = await devnet.wallet(DEPLOYER).sendTransaction({ data, gas: 12_000_000n })
  const { contractAddress } = await devnet.client.getTransactionReceipt({ hash })
  if (!contractAddress) throw new Error(`The router ${version} was not deployed.`)
  const address = getAddress(contractAddress)
  const contracts = { ...devnet.description.contracts, universalRouter: address }
  return startTestLp({
    devnet: { ...devnet, description: { ...devnet.description, contracts } },
    facts: { uniswap: { ...uniswap, universalRouter: { address, version } } },
  })
}
