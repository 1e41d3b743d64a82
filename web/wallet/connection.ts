import { getAddress } from 'viem/utils'
import type { SiteChain } from '#site/siteChains.ts'
import { config } from '../api/siteData.ts'
import { signOut } from '../session/session.ts'
import { createStore } from '../store.ts'
import { ask, type Provider, type Wallet, WalletFailure } from './Provider.ts'
import { rememberWallet } from './recentWallets.ts'
import { discoverWallets, wallets } from './wallets.ts'

export type Connection =
  | { status: 'none' }
  | { status: 'connecting'; wallet: Wallet }
  | { status: 'connected'; wallet: Wallet; provider: Provider; address: string; chainId: number }

export type Connected = Extract<Connection, { status: 'connected' }>

const KEPT = 'slipway.wallet'
const UNKNOWN_CHAIN = 4902
const ANNOUNCE_MS = 1_500

/** The wallet this page speaks to. */
export const connection = createStore<Connection>({ status: 'none' })

let forget: (() => void) | undefined

/** Connects to a wallet and remembers it for the next page. */
export async function connect(wallet: Wallet, chainIds: readonly number[]): Promise<void> {
  connection.set(() => ({ status: 'connecting', wallet }))
  try {
    const provider = await wallet.load(chainIds)
    await adopt(wallet, provider, await ask<string[]>(provider, 'eth_requestAccounts'))
    localStorage.setItem(KEPT, wallet.info.rdns)
    rememberWallet(wallet)
  } catch (error) {
    connection.set(() => ({ status: 'none' }))
    throw error
  }
}

/** Reconnects the wallet of an earlier page without a prompt. */
export function reconnect(): void {
  const kept = localStorage.getItem(KEPT)
  discoverWallets()
  if (kept === null || connection.get().status !== 'none') return
  const stop = wallets.subscribe(tryOnce)
  const timer = setTimeout(stop, ANNOUNCE_MS)
  function tryOnce(): void {
    const wallet = wallets.get().find(({ info }) => info.rdns === kept)
    if (!wallet) return
    stop()
    clearTimeout(timer)
    void resume(wallet)
  }
  tryOnce()
}

async function resume(wallet: Wallet): Promise<void> {
  try {
    const provider = await wallet.load()
    const accounts = await ask<string[]>(provider, 'eth_accounts')
    if (accounts.length > 0) await adopt(wallet, provider, accounts)
  } catch {
    // A wallet that does not answer is chosen again by hand.
  }
}

/** Disconnects the wallet, and ends the session that was signed with it. */
export function disconnect(): void {
  void signOut()
  const state = connection.get()
  if (state.status === 'connected') void state.provider.end?.()
  forget?.()
  forget = undefined
  localStorage.removeItem(KEPT)
  connection.set(() => ({ status: 'none' }))
}

// Disconnecting in one tab disconnects all of them.
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === KEPT && newValue === null && connection.get().status === 'connected') disconnect()
  })

async function adopt(wallet: Wallet, provider: Provider, [first]: string[]): Promise<void> {
  if (first === undefined) throw new WalletFailure('The wallet shared no account.')
  const chainId = Number(await ask<string>(provider, 'eth_chainId'))
  forget?.()
  forget = watch(provider)
  connection.set(() => ({ status: 'connected', wallet, provider, address: getAddress(first), chainId }))
}

/** Follows changes of account and chain that are made in the wallet. */
function watch(provider: Provider): () => void {
  const onAccounts = ([first]: string[]) => {
    if (first === undefined) return disconnect()
    connection.set((state) => (state.status === 'connected' ? { ...state, address: getAddress(first) } : state))
  }
  const onChain = (chainId: string) =>
    connection.set((state) => (state.status === 'connected' ? { ...state, chainId: Number(chainId) } : state))
  provider.on?.('accountsChanged', onAccounts)
  provider.on?.('chainChanged', onChain)
  provider.on?.('disconnect', disconnect)
  return () => {
    provider.removeListener?.('accountsChanged', onAccounts)
    provider.removeListener?.('chainChanged', onChain)
    provider.removeListener?.('disconnect', disconnect)
  }
}

/** Asks the wallet to switch to a chain, and adds the chain if needed, but never a devnet. */
export async function switchChain(provider: Provider, chain: SiteChain): Promise<void> {
  const move = () => ask(provider, 'wallet_switchEthereumChain', [{ chainId: toHex(chain.id) }])
  try {
    await move()
  } catch (error) {
    const isUnknown = error instanceof WalletFailure && error.code === UNKNOWN_CHAIN
    if (!isUnknown) throw error
    if (config.isDevnet && chain.id === config.chainId)
      throw new WalletFailure('Your wallet does not have this test network. Connect the test wallet instead.')
    await addChain(provider, chain)
    // Some wallets add a chain without moving to it.
    if ((await readChainId(provider)) !== chain.id) await move()
  }
  await requireChain(provider, chain)
}

/** Throws unless the wallet says that it is on this chain now. */
export async function requireChain(provider: Provider, { id, name }: SiteChain): Promise<void> {
  const now = await readChainId(provider)
  if (now !== id)
    throw new WalletFailure(`Your wallet is on chain ${now}. Switch it to ${name} (${id}) first. Nothing was sent.`)
}

/** The chain that the wallet says it is on; wallets do not announce every change. */
async function readChainId(provider: Provider): Promise<number> {
  const now = Number(await ask<string>(provider, 'eth_chainId'))
  connection.set((state) =>
    state.status === 'connected' && state.chainId !== now ? { ...state, chainId: now } : state,
  )
  return now
}

async function addChain(
  provider: Provider,
  { id, name, nativeCurrency, rpcUrl, explorerUrl }: SiteChain,
): Promise<void> {
  await ask(provider, 'wallet_addEthereumChain', [
    {
      chainId: toHex(id),
      chainName: name,
      nativeCurrency,
      rpcUrls: [rpcUrl],
      ...(explorerUrl !== null && { blockExplorerUrls: [explorerUrl] }),
    },
  ])
}

function toHex(chainId: number): string {
  return `0x${chainId.toString(16)}`
}
