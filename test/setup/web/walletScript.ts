/** The behaviour that a test can set. */
export type WalletSettings = {
  rpcUrl: string
  /** The nodes of other chains than the site's own, which it reaches as an extension does: past the page's policy. */
  rpcUrls: Record<number, string>
  account: string
  chainId: number
  isDeclining: boolean
  knowsChain: boolean
  /** Whether it sends several calls as one transaction after one signature (EIP-5792). */
  sendsTogether: boolean
  /** Whether it says that the account gets code with the first of these transactions (EIP-7702). */
  givesCode: boolean
}

/**
 * Runs in the page before anything else: a wallet that introduces itself as EIP-6963 says and has the devnet's unlocked
 * account sign. `globalThis.testWallet` holds its settings, so that a test can change chain or mood.
 */
export function installWallet(settings: WalletSettings): void {
  const listeners: Record<string, ((value: unknown) => void)[]> = {}
  const state = {
    ...settings,
    asked: [] as string[],
    /** The chains it was taught. */
    added: [] as unknown[],
    /** The chain it really sends to, where it lies about that. */
    sendsTo: 0,
    /** The wallet's own words when it refuses to send. */
    refusal: '',
    emit: (event: string, value: unknown) => listeners[event]?.forEach((listener) => void listener(value)),
  }
  const hex = (value: number) => `0x${value.toString(16)}`
  const refuse = (code: number, message: string) => Object.assign(new Error(message), { code })
  type Answer = { result?: unknown; error?: { code: number; message: string } }
  async function post(body: string): Promise<Answer> {
    const other = state.rpcUrls[state.sendsTo || state.chainId]
    if (other !== undefined) return (globalThis as unknown as { postToNode: Post }).postToNode(other, body)
    const headers = { 'content-type': 'application/json' }
    return (await fetch(state.rpcUrl, { method: 'POST', headers, body })).json() as Promise<Answer>
  }
  type Post = (url: string, body: string) => Promise<Answer>
  async function forward(method: string, params: unknown): Promise<unknown> {
    const { result, error } = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    if (error) throw refuse(error.code, error.message)
    return result
  }
  const answers: Record<string, (params: never) => unknown> = {
    eth_requestAccounts: () => [state.account.toLowerCase()],
    eth_accounts: () => [state.account.toLowerCase()],
    eth_chainId: () => hex(state.chainId),
    wallet_switchEthereumChain: ([{ chainId }]: [{ chainId: string }]) => {
      if (!state.knowsChain) throw refuse(4902, 'Unrecognized chain')
      state.chainId = Number(chainId)
      state.emit('chainChanged', chainId)
      return null
    },
    wallet_addEthereumChain: ([chain]: [unknown]) => {
      state.added.push(chain)
      state.knowsChain = true
      return null
    },
  }
  const withoutChain = (params: unknown) =>
    (params as [{ chainId?: string }]).map(({ chainId: _, ...transaction }) => transaction)
  type Receipt = { transactionHash: string; status: string }
  type SendTogether = (rpcUrl: string, account: string, calls: object[]) => Promise<Receipt>
  const node = () => globalThis as unknown as { sendTogether: SendTogether }
  const bundles: Record<string, Receipt> = {}
  const together: Record<string, (params: never) => unknown> = {
    wallet_getCapabilities: ([, [chainId]]: [string, [string]]) => ({
      [chainId]: { atomic: { status: state.givesCode ? 'ready' : 'supported' } },
    }),
    wallet_sendCalls: async ([{ from, calls }]: [{ from: string; calls: object[] }]) => {
      const receipt = await node().sendTogether(state.rpcUrl, from, calls)
      bundles[receipt.transactionHash] = receipt
      return { id: receipt.transactionHash }
    },
    wallet_getCallsStatus: ([id]: [string]) => ({
      atomic: true,
      status: bundles[id]?.status === '0x1' ? 200 : 500,
      receipts: [bundles[id]],
    }),
  }
  const signing = new Set(['eth_sendTransaction', 'wallet_sendCalls', 'personal_sign', 'eth_signTypedData_v4'])
  const provider = {
    async request({ method, params = [] }: { method: string; params?: unknown }) {
      state.asked.push(method)
      const answer = answers[method]
      if (answer) return answer(params as never)
      if (method in together && !state.sendsTogether) throw refuse(4200, 'The method is not supported.')
      if (signing.has(method) && state.isDeclining) throw refuse(4001, 'User rejected the request.')
      if (signing.has(method) && state.refusal) throw refuse(-32000, state.refusal)
      if (method === 'eth_sendTransaction' && state.sendsTo) return forward(method, withoutChain(params))
      return together[method]?.(params as never) ?? forward(method, params)
    },
    on: (event: string, listener: (value: unknown) => void) => {
      listeners[event] = [...(listeners[event] ?? []), listener]
    },
    removeListener: () => {},
  }
  const info = {
    uuid: 'b6f1f1b0-2f0e-4e0c-9f55-0d6a1f7a1a11',
    name: 'Robot Wallet',
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    rdns: 'test.robot',
  }
  const target = globalThis as unknown as EventTarget
  const announce = () =>
    target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  Object.assign(globalThis, { testWallet: state })
  target.addEventListener('eip6963:requestProvider', announce)
  announce()
}
