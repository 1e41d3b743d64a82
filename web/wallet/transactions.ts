import type { Transaction } from '../api/launchpad.ts'
import { minedCount } from '../api/mined.ts'
import { config } from '../api/siteData.ts'
import { createStore } from '../store.ts'
import { connection } from './connection.ts'
import { ask, type Provider, WalletFailure } from './Provider.ts'
import { recordTransaction } from './pastTransactions.ts'
import { rpc } from './rpc.ts'

export type Words = {
  /** While it is under way: "Buying 0.25 ETH of HRBR". */
  doing: string
  /** When it is mined: "Bought HRBR". */
  done: string
  /** When it failed on the chain: what that did to the money. */
  failed: string
}

export type Tracked = Words & {
  id: string
  state: 'wallet' | 'sent' | 'mined' | 'failed' | 'declined'
  hash?: string
  block?: number
  problem?: string
  since: number
  /** Missing from what an older version kept. */
  from?: string
  /** Its toast was dismissed; the transaction is still followed. */
  isHidden?: boolean
}

export type Receipt = {
  status: string
  blockNumber: string
  transactionHash: string
  from: string
  gasUsed: string
  effectiveGasPrice: string
  logs: { address: string; topics: string[]; data: string }[]
}

/** A wallet finds the gas limit by itself where none was estimated. */
export type Sendable = Omit<Transaction, 'gasLimit'> & { gasLimit?: string | undefined }

const KEPT = 'slipway.transactions'
const POLL_MS = 400
const POLL_MAX_MS = 4_000
const SHOWN_MS = 8_000
/** A transaction that was not mined after this time is dropped. */
const FORGET_MS = 30 * 60_000

/** Everything under way and just done, as the toasts show it; what was sent is kept over a reload. */
export const transactions = createStore<readonly Tracked[]>([])

/** An item keeps its position when it changes. */
function put(item: Tracked): void {
  transactions.set((list) =>
    list.some(({ id }) => id === item.id) ? list.map((one) => (one.id === item.id ? item : one)) : [...list, item],
  )
  keep()
}

/** Changes one that is still followed; a dismissed toast comes back only once the transaction is mined. */
function change(item: Tracked): void {
  const known = transactions.get().find(({ id }) => id === item.id)
  if (known) put({ ...item, ...(known.isHidden && { isHidden: true }) })
}

/** Takes a toast away; a transaction under way stays in the list of the wallet. */
export function dismiss(id: string): void {
  transactions.set((list) =>
    list
      .filter((item) => item.id !== id || item.state === 'sent')
      .map((item) => (item.id === id ? { ...item, isHidden: true } : item)),
  )
  keep()
}

/** A new attempt makes the note about one that was never sent out of date. */
function clearUnsent(): void {
  transactions.set((list) => list.filter(({ state, hash }) => hash !== undefined || state === 'wallet'))
}

function keep(): void {
  const sent = transactions.get().filter(({ state }) => state === 'sent')
  localStorage.setItem(KEPT, JSON.stringify(sent))
}

/** Follows again what was sent before a reload. */
export function resumeTransactions(): void {
  const kept = JSON.parse(localStorage.getItem(KEPT) ?? '[]') as Tracked[]
  for (const item of kept) {
    if (!item.hash || Date.now() - item.since > FORGET_MS) continue
    put(item)
    follow(item).catch(() => {})
  }
}

/** Says what a mined transaction did, such as the amount received; undefined where the usual words are enough. */
export type Describe = (receipt: Receipt) => Promise<string | undefined>

/** Opens the wallet for a prepared transaction; resolves with the receipt once it is mined. */
export function send(transaction: Sendable, words: Words, describe?: Describe): Promise<Receipt> {
  const { from, to, data, value, gasLimit } = transaction
  const gas = gasLimit === undefined ? {} : { gas: hex(gasLimit) }
  const call = { from, to, data, value: hex(value), ...gas, chainId: hex(config.chainId) }
  const submit = (provider: Provider) => ask<string>(provider, 'eth_sendTransaction', [call])
  return submitted({ from, submit }, words, describe)
}

type Submission = {
  from: string
  /** Has the wallet send it; gives the hash. */
  submit(provider: Provider): Promise<string>
}

/** Follows what the wallet sends, from its question to the block. */
export async function submitted({ from, submit }: Submission, words: Words, describe?: Describe): Promise<Receipt> {
  const state = connection.get()
  if (state.status !== 'connected') throw new WalletFailure('Connect a wallet first.')
  const { provider } = state
  const chainId = Number(await ask<string>(provider, 'eth_chainId'))
  if (chainId !== config.chainId)
    throw new WalletFailure(`Your wallet is on chain ${chainId}. Switch it to ${config.chainId} first.`)
  clearUnsent()
  const item: Tracked = {
    ...words,
    id: crypto.randomUUID(),
    state: 'wallet',
    since: Date.now(),
    from,
  }
  put(item)
  try {
    const hash = await submit(provider)
    const sent: Tracked = { ...item, state: 'sent', hash, since: Date.now() }
    put(sent)
    return await follow(sent, describe)
  } catch (error) {
    if (
      error instanceof WalletFailure &&
      transactions.get().some(({ id, state: now }) => id === item.id && now === 'wallet')
    )
      put({ ...item, state: error.isDeclined ? 'declined' : 'failed', problem: error.message })
    hideLater(item.id)
    throw error
  }
}

/** Waits for the receipt; a chain that does not answer is asked again, and the toast says so. */
async function follow(item: Tracked, describe?: Describe): Promise<Receipt> {
  let pauseMs = POLL_MS
  for (;;) {
    const receipt = await rpc<Receipt | null>('eth_getTransactionReceipt', [item.hash]).catch(() => undefined)
    if (receipt) return settle(item, receipt, describe)
    const isAway = receipt === undefined
    change({
      ...item,
      ...(isAway && { problem: 'The chain does not answer. Your transaction was sent; still checking.' }),
    })
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    pauseMs = Math.min(POLL_MAX_MS, pauseMs * 1.3)
  }
}

async function settle(item: Tracked, receipt: Receipt, describe?: Describe): Promise<Receipt> {
  const isMined = receipt.status === '0x1'
  const { problem: _, ...rest } = item
  const done = (isMined && (await describe?.(receipt).catch(() => undefined))) || item.done
  const block = Number(receipt.blockNumber)
  put({ ...rest, done, state: isMined ? 'mined' : 'failed', block })
  recordTransaction({
    hash: receipt.transactionHash,
    from: receipt.from,
    title: isMined ? done : `Failed: ${item.doing}`,
    isDone: isMined,
    block,
    at: Date.now(),
  })
  hideLater(item.id)
  if (!isMined) throw new TransactionFailure(item.failed)
  minedCount.set((count) => count + 1)
  return receipt
}

/** Mined, and undone by the chain: gas was spent and nothing else. */
class TransactionFailure extends Error {
  override readonly name = 'TransactionFailure'
}

function hideLater(id: string): void {
  const state = transactions.get().find((item) => item.id === id)?.state
  if (state !== 'failed') setTimeout(() => dismiss(id), SHOWN_MS)
}

/** A quantity as wallets take it. */
export function hex(value: string | number): string {
  return `0x${BigInt(value).toString(16)}`
}
