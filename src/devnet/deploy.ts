import type { EthereumProvider } from 'hardhat/types/providers'
import { concat, encodeFunctionData, type Hex, toHex } from 'viem'
import { dynamicFeeHookAbi, v3FactoryAbi } from './abis.ts'
import {
  CREATE2_DEPLOYER,
  DYNAMIC_FEE_HOOK,
  MULTICALL3,
  OPERATOR,
  PERMIT2,
  POOL_MANAGER,
  V3_FACTORY,
} from './addresses.ts'
import { loadMulticall3Code, loadPermit2Code } from './artifacts.ts'
import { type Call, sendAll } from './Call.ts'
import { prepareDeployments } from './prepareDeployments.ts'

/** The runtime code of the deterministic deployment proxy: CREATE2 with the first word as salt and the rest as code. */
const CREATE2_DEPLOYER_CODE: Hex =
  '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3'

const WAGES = toHex(10n ** 18n)

/** Deploys every contract at its address and configures it. */
export async function deploy(provider: EthereumProvider): Promise<void> {
  const prepared = await prepareDeployments()
  await placeCanonicalContracts(provider)
  await sendAll(
    provider,
    prepared.map(({ salt, initCode }) => ({ to: CREATE2_DEPLOYER, data: concat([salt, initCode]) })),
  )
  await takeOverV3Factory(provider)
  await sendAll(provider, settings())
}

async function placeCanonicalContracts(provider: EthereumProvider): Promise<void> {
  const [permit2, multicall3] = await Promise.all([loadPermit2Code(), loadMulticall3Code()])
  const place = (address: string, code: unknown) =>
    provider.request({ method: 'hardhat_setCode', params: [address, code] })
  await place(CREATE2_DEPLOYER, CREATE2_DEPLOYER_CODE)
  await place(PERMIT2, permit2)
  // Calling creation code without a recipient returns the runtime code.
  await place(MULTICALL3, await provider.request({ method: 'eth_call', params: [{ data: multicall3 }] }))
}

/** The v3 factory belongs to its creator, here the CREATE2 deployer, which transfers it to the operator. */
async function takeOverV3Factory(provider: EthereumProvider): Promise<void> {
  const data = encodeFunctionData({ abi: v3FactoryAbi, functionName: 'setOwner', args: [OPERATOR] })
  await provider.request({ method: 'hardhat_setBalance', params: [CREATE2_DEPLOYER, WAGES] })
  await provider.request({ method: 'hardhat_impersonateAccount', params: [CREATE2_DEPLOYER] })
  await sendAll(provider, [{ from: CREATE2_DEPLOYER, to: V3_FACTORY, data }])
  await provider.request({ method: 'hardhat_stopImpersonatingAccount', params: [CREATE2_DEPLOYER] })
  await provider.request({ method: 'hardhat_setBalance', params: [CREATE2_DEPLOYER, '0x0'] })
}

function settings(): Call[] {
  const enableLowestFee = encodeFunctionData({ abi: v3FactoryAbi, functionName: 'enableFeeAmount', args: [100, 1] })
  const setManager = encodeFunctionData({ abi: dynamicFeeHookAbi, functionName: 'setManager', args: [POOL_MANAGER] })
  const setFee = encodeFunctionData({ abi: dynamicFeeHookAbi, functionName: 'setFee', args: [2_500] })
  return [
    { to: V3_FACTORY, data: enableLowestFee },
    { to: DYNAMIC_FEE_HOOK, data: setManager },
    { to: DYNAMIC_FEE_HOOK, data: setFee },
  ]
}
