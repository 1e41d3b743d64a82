import type { Transaction } from '../api/launchpad.ts'
import { minedCount } from '../api/mined.ts'
import { config } from '../api/siteData.ts'
import { keepText, readList } from '../keptList.ts'
import { createStore } from '../store.ts'
import { readReceipt } from './chainReads.ts'
import { chainById } from './chains.ts'
import { connection, requireChain } from './connection.ts'
import { hashIn } from './hashIn.ts'
import { ask, type Provider, WalletFailure } from './Provider.ts'
import { recordTransaction } from './pastTransactions.ts'
import type { Receipt } from './Receipt.ts'

export type Words = {
  /** While it is under way: "Buying 0.25 ETH of HRBR". */
  doing: string
  /** When it is mined: "Bought HRBR". */
  done: string
  /** When it failed on the chain: what that did to the money. */
  failed: string
  /** The ETH that is paid or received, where it is known. */
  wei?: string | undefined
}

export type Tracked = Words & {
  id: string
  state: 'wallet' | 'sent' | 'mined' | 'failed' | 'declined'
  hash?: string
  block?: number
  problem?: string
  since: number
  /** Missing from entries of an older version. */
  from?: string
  /** The chain it was signed for. Default: the site's own. */
  chainId?: number
  /** Where it can be seen; null without an explorer. Default: that of the site's own chain. */
  explorerUrl?: string | null
  /** Its toast was dismissed; the transaction is still followed. */
  isHidden?: boolean
}

/** A wallet finds the gas limit by itself where none was estimated. */
export type Sendable = Omit<Transaction, 'gasLimit'> & { gasLimit?: string | undefined }

const KEPT = 'slipway.transactions'
const POLL_MS = 400
const POLL_MAX_MS = 4_000
const SHOWN_MS = 8_000
/** A node may not know a new transaction at once; after this many polls the page says so. */
const MISSES_MAX = 4
/** A transaction that was not mined after this time is dropped. */
const FORGET_MS = 30 * 60_000

/** Transactions under way and just finished, as the toasts show them; sent ones survive a reload. */
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

/** Dismisses a toast; a pending transaction stays in the list of the wallet. */
export function dismiss(id: string): void {
  transactions.set((list) =>
    list
      .filter((item) => item.id !== id || item.state === 'sent')
      .map((item) => (item.id === id ? { ...item, isHidden: true } : item)),
  )
  keep()
}

/** A new attempt removes the note about one that was never sent. */
function clearUnsent(): void {
  transactions.set((list) => list.filter(({ state, hash }) => hash !== undefined || state === 'wallet'))
}

function keep(): void {
  const sent = transactions.get().filter(({ state }) => state === 'sent')
  keepText(KEPT, JSON.stringify(sent))
}

/** Follows transactions again that were sent before a reload. */
export function resumeTransactions(): void {
  for (const item of readList<Tracked>(KEPT, 'object')) {
    if (!item.hash || Date.now() - item.since > FORGET_MS) continue
    put(item)
    follow(item).catch(() => {})
  }
}

/** The words for a mined transaction, such as the amount received. */
export type Done = Pick<Words, 'done' | 'wei'>
/** Undefined where the usual words are enough. */
export type Describe = (receipt: Receipt) => Promise<Done | undefined>

/** Opens the wallet for a prepared transaction; resolves with the receipt once it is mined. */
export function send(transaction: Sendable, words: Words, describe?: Describe): Promise<Receipt> {
  const { from, to, data, value, gasLimit, chainId } = transaction
  const gas = gasLimit === undefined ? {} : { gas: hex(gasLimit) }
  const call = { from, to, data, value: hex(value), ...gas, chainId: hex(chainId) }
  const submit = (provider: Provider) => ask<unknown>(provider, 'eth_sendTransaction', [call])
  return submitted({ from, chainId, submit }, words, describe)
}

type Submission = {
  from: string
  /** The chain it is signed for, and followed on. */
  chainId: number
  /** Has the wallet send it; gives the hash. */
  submit(provider: Provider): Promise<unknown>
}

/** Follows what the wallet sends, from its question to the block. */
export async function submitted(
  { from, chainId, submit }: Submission,
  words: Words,
  describe?: Describe,
): Promise<Receipt> {
  const state = connection.get()
  if (state.status !== 'connected') throw new WalletFailure('Connect a wallet first.')
  const { provider } = state
  const chain = chainById(chainId)
  await requireChain(provider, chain)
  clearUnsent()
  const item: Tracked = {
    ...words,
    id: crypto.randomUUID(),
    state: 'wallet',
    since: Date.now(),
    from,
    chainId,
    explorerUrl: chain.explorerUrl,
  }
  put(item)
  try {
    const hash = hashIn(await submit(provider))
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

/** Waits for the receipt on the chain that was signed for; meanwhile the toast says why there is none. */
async function follow(item: Tracked, describe?: Describe): Promise<Receipt> {
  const { chainId = config.chainId, hash = '' } = item
  let pauseMs = POLL_MS
  for (let misses = 0; ; ) {
    const seen = await readReceipt(chainId, hash).catch(() => undefined)
    if (typeof seen === 'object') return settle(item, seen, describe)
    misses = seen === 'unknown' ? misses + 1 : 0
    const problem = problemOf(seen, misses, chainId)
    change({ ...item, ...(problem !== undefined && { problem }) })
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    pauseMs = Math.min(POLL_MAX_MS, pauseMs * 1.3)
  }
}

function problemOf(seen: 'pending' | 'unknown' | undefined, misses: number, chainId: number): string | undefined {
  if (seen === undefined) return 'The chain does not answer. Your transaction was sent; still checking.'
  if (misses < MISSES_MAX) return undefined
  return `${chainById(chainId).name} has not seen this transaction. Check in your wallet on which network it was sent; still checking.`
}

async function settle(item: Tracked, receipt: Receipt, describe?: Describe): Promise<Receipt> {
  const isMined = receipt.status === '0x1'
  const { problem: _, ...rest } = item
  const { done, wei } = (isMined && (await describe?.(receipt).catch(() => undefined))) || item
  const block = Number(receipt.blockNumber)
  put({ ...rest, done, wei, state: isMined ? 'mined' : 'failed', block })
  recordTransaction({
    hash: receipt.transactionHash,
    from: receipt.from,
    title: isMined ? done : `Failed: ${item.doing}`,
    wei,
    isDone: isMined,
    block,
    at: Date.now(),
    ...(item.explorerUrl !== undefined && { explorerUrl: item.explorerUrl }),
  })
  hideLater(item.id)
  if (!isMined) throw new TransactionFailure(item.failed)
  minedCount.set((count) => count + 1)
  return receipt
}

/** Mined and reverted: only gas was spent. */
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
