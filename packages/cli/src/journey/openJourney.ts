import { createWalletClient, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createClient } from '../../../sdk/src/createClient.ts'
import { createExecute } from '../../../sdk/src/execute/createExecute.ts'
import type { Wallet } from '../../../sdk/src/execute/Wallet.ts'
import { UsageError } from '../UsageError.ts'
import type { Journey, Person } from './Journey.ts'

/** Two new wallets with test money. Only a deployment with a development chain gives it out. */
export async function openJourney(url: string, signal: AbortSignal): Promise<Journey> {
  const visitor = createClient({ url })
  const devnet = await visitor.try.getDevnet()
  if (devnet.error?.status === 404)
    throw new UsageError(`${url} has no test money. Run the journey against a deployment with a development chain.`)
  if (devnet.error) throw devnet.error
  const { rpcUrl } = devnet.value
  const [creator, trader] = [openPerson(url, rpcUrl), openPerson(url, rpcUrl)]
  const execute = createExecute({ client: visitor })
  return { url, visitor, creator, trader, execute, signal }
}

/** The keys are new and worth nothing, so any node of the chain will do. */
function openPerson(url: string, rpcUrl: string): Person {
  const account = privateKeyToAccount(generatePrivateKey())
  const wallet = createWalletClient({ account, transport: http(rpcUrl) }) as unknown as Wallet
  return { account, client: createClient({ url, wallet: account }), wallet }
}
