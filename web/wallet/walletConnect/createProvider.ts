import { type Provider, WalletFailure } from '../Provider.ts'
import { createListeners } from './listeners.ts'
import { type Client, openClient, type Relay } from './openClient.ts'
import { pair } from './pair.tsx'
import { accountsOf, allows, chainsOf, nameOf, type SessionFacts } from './sessionFacts.ts'

const DECLINED = 4001
const UNSUPPORTED = 4200
const NOT_CONNECTED = 4100
const UNKNOWN_CHAIN = 4902
const KEPT_CHAIN = 'slipway.walletConnect.chain'
const ENDED = { code: 6000, message: 'The user disconnected.' }
/** How WalletConnect wallets say that the user declined. */
const PEER_DECLINED = [5000, 5001, 5002, 5003]

type State = { session: SessionFacts | undefined; chainId: number; account: string | undefined }
type Asking = { client: Client; state: State; chainIds: readonly number[]; emit(event: string, value: unknown): void }

/** A wallet on another device, as pages speak to wallets (EIP-1193); `chainIds` are those to ask it for, the page's own first. */
export async function createWalletConnectProvider(relay: Relay, chainIds: readonly number[]): Promise<Provider> {
  const client = await openClient(relay)
  const { emit, ...listeners } = createListeners()
  const state: State = { session: undefined, chainId: 0, account: undefined }
  const asking: Asking = { client, state, chainIds, emit }
  adopt(asking, client.session.getAll().at(-1))
  const stop = follow(asking)
  return {
    ...listeners,
    name: () => (state.session ? nameOf(state.session) : ''),
    request: ({ method, params }) => answer(asking, method, params),
    async end() {
      stop()
      const ending = client.session.getAll().map(({ topic }) => client.disconnect({ topic, reason: ENDED }))
      adopt(asking, undefined)
      await Promise.allSettled(ending)
    },
  }
}

/** Starts on the chain that was used last, then on the page's, then on the first that the wallet approved. */
function adopt({ state, chainIds }: Asking, session: SessionFacts | undefined): void {
  state.session = session
  state.account = undefined
  const approved = session ? chainsOf(session) : []
  const wanted = [Number(localStorage.getItem(KEPT_CHAIN)), ...chainIds, ...approved]
  state.chainId = wanted.find((id) => approved.includes(id)) ?? chainIds[0] ?? 0
}

async function answer(asking: Asking, method: string, params: unknown): Promise<unknown> {
  const { client, state, chainIds } = asking
  if (method === 'eth_requestAccounts' && !state.session) adopt(asking, await pair(client, chainIds))
  if (method === 'eth_accounts' || method === 'eth_requestAccounts') return accounts(state)
  if (method === 'eth_chainId') return toHex(state.chainId)
  if (method === 'wallet_switchEthereumChain') return switchChain(asking, params)
  return forward(asking, method, params)
}

/** The chosen account first. */
function accounts({ session, chainId, account }: State): string[] {
  const all = session ? accountsOf(session, chainId) : []
  return all.toSorted((a, b) => Number(b === account) - Number(a === account))
}

/** Every request names its chain, so that a switch to an approved one needs no answer of the wallet. */
function switchChain(asking: Asking, params: unknown): null {
  const [{ chainId }] = params as [{ chainId: string }]
  const { session } = asking.state
  if (!session) throw new WalletFailure('Connect a wallet first.', NOT_CONNECTED)
  const isApproved = chainsOf(session).includes(Number(chainId))
  if (!isApproved && !allows(session, 'wallet_addEthereumChain'))
    throw new WalletFailure(
      'The wallet did not share this chain. Disconnect, connect again, and choose the chain in your wallet.',
    )
  if (!isApproved) throw new WalletFailure('The wallet did not share this chain.', UNKNOWN_CHAIN)
  moveTo(asking, Number(chainId))
  return null
}

function moveTo({ state, emit }: Asking, chainId: number): void {
  state.chainId = chainId
  localStorage.setItem(KEPT_CHAIN, String(chainId))
  emit('chainChanged', toHex(chainId))
  emit('accountsChanged', accounts(state))
}

async function forward({ client, state }: Asking, method: string, params: unknown): Promise<unknown> {
  const { session, chainId } = state
  if (!session) throw new WalletFailure('Connect a wallet first.', NOT_CONNECTED)
  if (!allows(session, method)) throw new WalletFailure('The wallet does not support this.', UNSUPPORTED)
  try {
    return await client.request({ topic: session.topic, chainId: `eip155:${chainId}`, request: { method, params } })
  } catch (error) {
    const { code, message } = error as { code?: number; message?: string }
    throw new WalletFailure(message ?? '', code !== undefined && PEER_DECLINED.includes(code) ? DECLINED : code)
  }
}

/** Follows what the wallet does with its session: another account or chain, other permissions, the end. */
function follow(asking: Asking): () => void {
  const { client, state, emit } = asking
  const isOwn = (topic: string) => topic === state.session?.topic
  const leave = ({ topic }: { topic: string }) => {
    if (!isOwn(topic)) return
    adopt(asking, undefined)
    emit('disconnect', undefined)
  }
  const update = ({ topic }: { topic: string }) => {
    if (!isOwn(topic)) return
    state.session = client.session.get(topic)
    emit('accountsChanged', accounts(state))
  }
  const hear = ({
    topic,
    params: { event },
  }: {
    topic: string
    params: { event: { name: string; data: unknown } }
  }) => {
    if (isOwn(topic)) onEvent(asking, event)
  }
  client.on('session_delete', leave)
  client.on('session_expire', leave)
  client.on('session_update', update)
  client.on('session_event', hear)
  return () => {
    client.off('session_delete', leave)
    client.off('session_expire', leave)
    client.off('session_update', update)
    client.off('session_event', hear)
  }
}

/** Only chains and accounts that the session holds are moved to. */
function onEvent(asking: Asking, { name, data }: { name: string; data: unknown }): void {
  const { state, emit } = asking
  const { session } = state
  if (!session) return
  if (name === 'chainChanged' && chainsOf(session).includes(Number(data))) moveTo(asking, Number(data))
  if (name !== 'accountsChanged' || !Array.isArray(data)) return
  const chosen = String(data[0]).split(':').at(-1)?.toLowerCase()
  const account = accountsOf(session, state.chainId).find((one) => one === chosen)
  if (account === undefined) return
  state.account = account
  emit('accountsChanged', accounts(state))
}

function toHex(chainId: number): string {
  return `0x${chainId.toString(16)}`
}
