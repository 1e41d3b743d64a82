import { type Provider, WalletFailure } from '../Provider.ts'
import { type Question, question } from './prompt.tsx'

const KEPT = 'slipway.testWallet'
const DECLINED = 4001
const CHAIN = '0x1237'

type Listener = (value: never) => void
type Transaction = { from: string; to: string; value?: string; data?: string }

/** A wallet over the devnet's own unlocked accounts: no key is in the page, and every request is asked for like elsewhere. */
export function createTestProvider(rpcUrl: string): Provider {
  const listeners = new Map<string, Set<Listener>>()
  const forward = (method: string, params: unknown) => call(rpcUrl, method, params)
  const signers: Record<string, (params: unknown[]) => Question> = {
    eth_sendTransaction: ([transaction]) => ({ kind: 'transaction', transaction: transaction as Transaction }),
    personal_sign: ([message]) => ({ kind: 'message', text: textOf(String(message)) }),
    eth_signTypedData_v4: ([, data]) => ({ kind: 'message', text: pretty(data) }),
  }
  async function chooseAccount(): Promise<string[]> {
    const accounts = (await forward('eth_accounts', [])) as string[]
    const chosen = await question({ kind: 'account', accounts })
    if (chosen === undefined) throw declined()
    localStorage.setItem(KEPT, chosen)
    for (const listener of listeners.get('accountsChanged') ?? []) listener([chosen] as never)
    return [chosen]
  }
  return {
    async request({ method, params = [] }) {
      if (method === 'eth_requestAccounts') return chooseAccount()
      if (method === 'eth_accounts') return [localStorage.getItem(KEPT)].filter((account) => account !== null)
      if (method === 'wallet_switchEthereumChain') return requireDevnet(params)
      if (method === 'eth_chainId') return CHAIN
      const asking = signers[method]
      if (asking && (await question(asking(params as unknown[]))) === undefined) throw declined()
      return forward(method, params)
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
  }
}

async function call(rpcUrl: string, method: string, params: unknown): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result?: unknown; error?: { code: number; message: string } }
  if (error) throw new WalletFailure(error.message, error.code)
  return result
}

function requireDevnet(params: unknown): null {
  const [{ chainId }] = params as [{ chainId: string }]
  if (chainId !== CHAIN) throw new WalletFailure('The test wallet supports only the devnet. Connect your own wallet.')
  return null
}

function declined(): WalletFailure {
  return new WalletFailure('Declined.', DECLINED)
}

function textOf(message: string): string {
  if (!/^0x([0-9a-f]{2})*$/i.test(message)) return message
  const bytes = message.slice(2).match(/../g) ?? []
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)))
}

function pretty(data: unknown): string {
  return JSON.stringify(typeof data === 'string' ? JSON.parse(data) : data, null, 2)
}
