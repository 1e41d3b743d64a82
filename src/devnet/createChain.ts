import { fileURLToPath } from 'node:url'
import { createHardhatRuntimeEnvironment } from 'hardhat/hre'
import type { EthereumProvider } from 'hardhat/types/providers'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import { ACCOUNTS, MNEMONIC } from './accounts.ts'

export const BALANCE = 10_000n * 10n ** 18n

/** An empty chain in this process: prague rules, a block per transaction, the test accounts funded. */
export async function createChain(): Promise<EthereumProvider> {
  const environment = await createHardhatRuntimeEnvironment({
    // Build output of other contracts would be read for stack traces; this folder never exists.
    paths: { artifacts: fileURLToPath(new URL('./none', import.meta.url)) },
    networks: {
      devnet: {
        type: 'edr-simulated',
        chainType: 'l1',
        chainId: LAUNCH_CHAIN_ID,
        hardfork: 'prague',
        // Otherwise every block is a second later than the one before, and the clock runs away from the wall.
        allowBlocksWithSameTimestamp: true,
        // As on a real chain, a transaction that reverts is mined and has a receipt that says so.
        throwOnTransactionFailures: false,
        // An estimate is exact for its second; the next may cost a little more.
        gasMultiplier: 1.5,
        accounts: { mnemonic: MNEMONIC, count: ACCOUNTS.length, accountsBalance: BALANCE },
      },
    },
  })
  const { provider } = await environment.network.create('devnet')
  await setClock(provider)
  return provider
}

/** Its clock starts when it begins to load, and would stay behind the wall by the seconds that took. */
async function setClock(provider: EthereumProvider): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  const next = (await provider.request({ method: 'eth_getBlockByNumber', params: ['pending', false] })) as {
    timestamp: string
  }
  const behind = now - Number(next.timestamp)
  if (behind > 0) await provider.request({ method: 'evm_increaseTime', params: [behind] })
}
