import { createRoot } from 'react-dom/client'
import { WalletFailure } from '../Provider.ts'
import type { Client } from './openClient.ts'
import { PairingSheet } from './PairingSheet.tsx'
import type { SessionFacts } from './sessionFacts.ts'

const DECLINED = 4001
const LEFT = { code: 6000, message: 'The page was left before the wallet answered.' }
const METHODS = [
  'eth_sendTransaction',
  'personal_sign',
  'eth_signTypedData_v4',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'wallet_getCapabilities',
  'wallet_sendCalls',
  'wallet_getCallsStatus',
]

/** Shows the code to scan until the wallet answers; a wallet that answers after the sheet was closed is let go. */
export async function pair(client: Client, chainIds: readonly number[]): Promise<SessionFacts> {
  const chains = chainIds.map((id) => `eip155:${id}`)
  const optionalNamespaces = { eip155: { chains, methods: METHODS, events: ['chainChanged', 'accountsChanged'] } }
  const { uri, approval } = await client.connect({ optionalNamespaces })
  if (uri === undefined) throw new WalletFailure('WalletConnect gave no link to scan. Try again.')
  const sheet = showSheet(uri)
  const approved = approval()
  approved.catch(() => {})
  try {
    return await Promise.race([approved, sheet.closed])
  } catch (error) {
    void approved.then(({ topic }) => client.disconnect({ topic, reason: LEFT })).catch(() => {})
    throw error
  } finally {
    sheet.remove()
  }
}

function showSheet(uri: string): { closed: Promise<never>; remove(): void } {
  const { promise: closed, reject } = Promise.withResolvers<never>()
  closed.catch(() => {})
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const onClose = () => reject(new WalletFailure('Declined.', DECLINED))
  root.render(<PairingSheet uri={uri} onClose={onClose} />)
  return {
    closed,
    remove() {
      root.unmount()
      place.remove()
    },
  }
}
