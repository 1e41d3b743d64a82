import { config } from '../api/siteData.ts'
import { createStore } from '../store.ts'
import { type Provider, TEST_WALLET, type Wallet, type WalletInfo } from './Provider.ts'

type Announcement = CustomEvent<{ info: WalletInfo; provider: Provider }>

const WALLET_CONNECT = 'org.walletconnect'

const FLAG = drawn('#ffe08a', '#4a3800', 'M0 12 12 0h-4L0 8zM4 12l8-8v4l-4 4z')

function drawn(ground: string, ink: string, path: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 12"><path fill="${ground}" d="M0 0h12v12H0z"/><path fill="${ink}" d="${path}"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** Listed first on the development chain only; its code is loaded when it is chosen. */
const testWallet: Wallet = {
  info: { uuid: TEST_WALLET, name: 'Test wallet', icon: FLAG, rdns: TEST_WALLET },
  load: async () => (await import('./testWallet/provider.ts')).createTestProvider(config.rpcUrl),
}

/** A wallet on another device. */
function walletConnect(relay: NonNullable<typeof config.walletConnect>): Wallet {
  return {
    info: {
      uuid: WALLET_CONNECT,
      name: 'WalletConnect',
      icon: drawn('#fff', '#000', 'M2 2h3v3H2zM7 2h3v3H7zM2 7h3v3H2zM7 7h3v3H7z'),
      rdns: WALLET_CONNECT,
    },
    load: async (chainIds = [config.chainId]) =>
      (await import('./walletConnect/createProvider.ts')).createWalletConnectProvider(relay, chainIds),
  }
}

/** The wallets that introduced themselves to this page, after those that it brings along. */
export const wallets = createStore<readonly Wallet[]>([
  ...(config.isDevnet ? [testWallet] : []),
  ...(config.walletConnect ? [walletConnect(config.walletConnect)] : []),
])

let isListening = false

/** Asks the wallets in this browser to introduce themselves, as EIP-6963 says. */
export function discoverWallets(): void {
  if (isListening) return
  isListening = true
  window.addEventListener('eip6963:announceProvider', (event) => {
    const { info, provider } = (event as Announcement).detail
    wallets.set((known) => {
      if (known.some((wallet) => wallet.info.uuid === info.uuid)) return known
      return [...known, { info: { ...info, icon: safeIcon(info.icon) }, load: async () => provider }]
    })
  })
  window.dispatchEvent(new Event('eip6963:requestProvider'))
}

/** Only icons embedded in the announcement are shown; loading one from elsewhere would reveal the visitor. */
function safeIcon(icon: string): string {
  return /^data:image\/(png|svg\+xml|webp|jpeg|gif)[;,]/.test(icon) ? icon : FLAG
}
