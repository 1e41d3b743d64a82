import { fileURLToPath } from 'node:url'
import { createHardhatRuntimeEnvironment } from 'hardhat/hre'
import type { EthereumProvider } from 'hardhat/types/providers'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import { ACCOUNTS, MNEMONIC } from './accounts.ts'

export const BALANCE = 10_000n * 10n ** 18n

/** An empty chain in this process: prague rules, a block per transaction, the test accounts funded. */
export async function createChain(chainId: number = LAUNCH_CHAIN_ID): Promise<EthereumProvider> {
  const environment = await createHardhatRuntimeEnvironment({
    // A folder that does not exist, so that Hardhat reads no build output for stack traces.
    paths: { artifacts: fileURLToPath(new URL('./none', import.meta.url)) },
    networks: {
      devnet: {
        type: 'edr-simulated',
        chainType: 'l1',
        chainId,
        hardfork: 'prague',
        // Otherwise every block is at least a second later than the previous one, and the chain's clock runs ahead.
        allowBlocksWithSameTimestamp: true,
        // As on a real chain, a reverted transaction is mined and has a receipt.
        throwOnTransactionFailures: false,
        // An estimate is exact only for the current second.
        gasMultiplier: 1.5,
        accounts: { mnemonic: MNEMONIC, count: ACCOUNTS.length, accountsBalance: BALANCE },
      },
    },
  })
  const { provider } = await environment.network.create('devnet')
  await setClock(provider)
  return provider
}

/** Its clock starts when loading begins, and would lag by the seconds that takes. */
async function setClock(provider: EthereumProvider): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  const next = (await provider.request({ method: 'eth_getBlockByNumber', params: ['pending', false] })) as {
    timestamp: string
  }
  const behind = now - Number(next.timestamp)
  if (behind > 0) await provider.request({ method: 'evm_increaseTime', params: [behind] })
}
