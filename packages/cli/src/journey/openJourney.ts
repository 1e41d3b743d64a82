import { createWalletClient, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createClient } from '../../../sdk/src/createClient.ts'
import { createExecute } from '../../../sdk/src/execute/createExecute.ts'
import type { Wallet } from '../../../sdk/src/execute/Wallet.ts'
import { streamLaunchEvents } from '../../../sdk/src/operations.generated.ts'
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
  const journey: Journey = { url, visitor, creator, trader, execute, signal, heard: [] }
  await listen(journey)
  return journey
}

/** The keys are new and worth nothing, so any node of the chain will do. */
function openPerson(url: string, rpcUrl: string): Person {
  const account = privateKeyToAccount(generatePrivateKey())
  const wallet = createWalletClient({ account, transport: http(rpcUrl) }) as unknown as Wallet
  return { account, client: createClient({ url, wallet: account }), wallet }
}

/** Collects live events from the newest one on, so that none of the journey is missed. */
async function listen({ visitor, signal, heard }: Journey): Promise<void> {
  const { lastSeq } = await visitor.call(streamLaunchEvents, { after: '0', wait: '0' })
  const follow = async () => {
    const lastEventId = String(lastSeq)
    for await (const event of visitor.streamLaunchEvents({}, { signal, lastEventId })) heard.push(event)
  }
  // A stream that breaks at the end of the journey is of no interest; a missing event fails its own step.
  follow().catch(() => {})
}
