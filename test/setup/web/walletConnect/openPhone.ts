import { randomUUID } from 'node:crypto'
import { SignClient } from '@walletconnect/sign-client'
import type { Address } from 'viem'
import type { rpcAt } from '../seedLaunches.ts'

type Options = {
  relayUrl: string
  projectId: string
  rpc: ReturnType<typeof rpcAt>
  account: Address
  name: string
  chainIds?: readonly number[]
}

export type Phone = AsyncDisposable & {
  asked: string[]
  /** Whether it declines every request. */
  isDeclining: boolean
  scan(uri: string): Promise<void>
  sessions(): number
  emit(name: string, data: unknown): Promise<void>
  leave(): Promise<void>
}

const METHODS = ['eth_sendTransaction', 'personal_sign', 'eth_signTypedData_v4']
const EVENTS = ['chainChanged', 'accountsChanged']
const LEFT = { code: 6000, message: 'The user disconnected.' }

/** The wallet of a phone: the real client of WalletConnect, which has the devnet's unlocked account sign. */
export async function openPhone({
  relayUrl,
  projectId,
  rpc,
  account,
  name,
  chainIds = [4663],
}: Options): Promise<Phone> {
  const metadata = { name, description: '', url: 'https://phone.example', icons: ['https://phone.example/i.png'] }
  const client = await SignClient.init({
    projectId,
    relayUrl,
    metadata,
    telemetryEnabled: false,
    logger: 'silent',
    storageOptions: { database: ':memory:' },
    // Clients of one process share their state, except under another prefix.
    customStoragePrefix: randomUUID(),
  })
  client.core.verify.resolve = () => Promise.resolve({ origin: '' })
  const chains = chainIds.map((id) => `eip155:${id}`)
  const accounts = chains.map((chain) => `${chain}:${account}`)
  client.on('session_proposal', ({ id }) => {
    void client.approve({ id, namespaces: { eip155: { chains, accounts, methods: METHODS, events: EVENTS } } })
  })
  const phone: Phone = {
    asked: [],
    isDeclining: false,
    scan: (uri) => client.core.pairing.pair({ uri }).then(() => {}),
    sessions: () => client.session.getAll().length,
    async emit(event, data) {
      const [session] = client.session.getAll()
      await client.emit({ topic: session?.topic ?? '', chainId: chains[0] ?? '', event: { name: event, data } })
    },
    async leave() {
      for (const { topic } of client.session.getAll()) await client.disconnect({ topic, reason: LEFT })
    },
    [Symbol.asyncDispose]: () => client.core.relayer.transportClose(),
  }
  client.on('session_request', async ({ topic, id, params: { request, chainId } }) => {
    phone.asked.push(`${chainId} ${request.method}`)
    const answer = phone.isDeclining
      ? { error: { code: 5000, message: 'User rejected.' } }
      : await rpc(request.method, request.params as unknown[]).then(
          (result) => ({ result }),
          (error: Error) => ({ error: { code: -32000, message: error.message } }),
        )
    await client.respond({ topic, response: { id, jsonrpc: '2.0', ...answer } as never })
  })
  return phone
}
