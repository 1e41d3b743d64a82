import { config } from '../api/siteData.ts'
import { createStore } from '../store.ts'
import { type Provider, TEST_WALLET, type Wallet, type WalletInfo } from './Provider.ts'

type Announcement = CustomEvent<{ info: WalletInfo; provider: Provider }>

const FLAG = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 12"><path fill="#ffe08a" d="M0 0h12v12H0z"/><path fill="#4a3800" d="M0 12 12 0h-4L0 8zM4 12l8-8v4l-4 4z"/></svg>',
)}`

/** Listed first on the development chain only; its code is loaded when it is chosen. */
const testWallet: Wallet = {
  info: { uuid: TEST_WALLET, name: 'Test wallet', icon: FLAG, rdns: TEST_WALLET },
  load: async () => (await import('./testWallet/provider.ts')).createTestProvider(config.rpcUrl),
}

/** The wallets that introduced themselves to this page. */
export const wallets = createStore<readonly Wallet[]>(config.isDevnet ? [testWallet] : [])

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
