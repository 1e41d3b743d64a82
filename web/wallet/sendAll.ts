import { connection } from './connection.ts'
import { ask, type Provider, WalletFailure } from './Provider.ts'
import type { Receipt } from './Receipt.ts'
import { type Describe, hex, type Sendable, send, submitted, type Words } from './transactions.ts'

const VERSION = '2.0.0'
const POLL_MS = 500
const CONFIRMED = 200

type Capabilities = Record<string, { atomic?: { status?: string } }>
type Status = { status: number; receipts?: { transactionHash: string }[] }

/** Whether the wallet sends several calls as one transaction (EIP-5792), so that one signature is enough. */
export async function canSendTogether(chainId: number): Promise<boolean> {
  const state = connection.get()
  if (state.status !== 'connected') return false
  const chain = hex(chainId)
  const asked = ask<Capabilities>(state.provider, 'wallet_getCapabilities', [state.address, [chain]])
  const status = await asked.then(
    (found) => found[chain]?.atomic?.status,
    () => undefined,
  )
  return status === 'supported' || status === 'ready'
}

/** Opens the wallet once for all of these, in their order: either all of them happen, or none. */
export function sendAll(list: readonly Sendable[], words: Words, describe?: Describe): Promise<Receipt> {
  const [first, ...others] = list
  if (!first) throw new Error('There is nothing to send.')
  if (others.length === 0) return send(first, words, describe)
  const { from, chainId } = first
  const calls = list.map(({ to, data, value }) => ({ to, data, value: hex(value) }))
  const request = { version: VERSION, chainId: hex(chainId), from, atomicRequired: true, calls }
  const submit = async (provider: Provider) => {
    const { id } = await ask<{ id: string }>(provider, 'wallet_sendCalls', [request])
    return hashOf(provider, id)
  }
  return submitted({ from, chainId, submit }, words, describe)
}

async function hashOf(provider: Provider, id: string): Promise<string> {
  for (;;) {
    const { status, receipts = [] } = await ask<Status>(provider, 'wallet_getCallsStatus', [id])
    const hash = receipts.at(-1)?.transactionHash
    if (hash !== undefined) return hash
    if (status > CONFIRMED) throw new WalletFailure('Your wallet could not send it. Nothing was changed.')
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
