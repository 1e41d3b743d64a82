import type * as Event from '#launchpad/indexer/chain/Event.ts'
import { isZeroForOne } from '#uniswap/replaySwap.ts'

/** Transfers of launched tokens by transaction: a swap itself names only the contract that called the pool manager. */
export type Attribution = {
  transfers: Map<string, Event.Transfer[]>
  /** Built for a transaction when its first swap is attributed. */
  indexes: Map<string, TransferIndex>
  /** Work left per block. Counted in steps, not in milliseconds, so that every rebuild attributes the same trades. */
  stepsLeft: Map<number, number>
}

/** Transfers of one transaction in chain order, by `token account amount`; `first` by `token` for the pool manager alone. */
type TransferIndex = {
  sent: Map<string, Event.Transfer[]>
  received: Map<string, Event.Transfer[]>
  firstSent: Map<string, Event.Transfer>
  firstReceived: Map<string, Event.Transfer>
}

type Swap = { swap: Event.Swap; token: string; poolManager: string }

/** Routers pass tokens on once or twice; a longer chain is not a normal trade. */
const HANDS_MAX = 16
/** About 50 ms of work. */
const STEPS_PER_BLOCK = 50_000

export function create(events: readonly Event.Event[]): Attribution {
  const transfers: Attribution['transfers'] = new Map()
  for (const event of events) if (event.kind === 'transfer') append(transfers, event.transactionHash, event)
  return { transfers, indexes: new Map(), stepsLeft: new Map() }
}

/**
 * The account that sent or finally received the tokens of a swap, through any routers in between. Undefined if no
 * tokens moved, or if the block has used up its budget.
 */
export function traderOf(attribution: Attribution, { swap, token, poolManager }: Swap): string | undefined {
  const transfers = attribution.transfers.get(swap.transactionHash)
  if (!transfers) return undefined
  const known = attribution.indexes.get(swap.transactionHash)
  if (!spend(attribution, swap.block, HANDS_MAX + (known ? 0 : transfers.length))) return undefined
  const index = known ?? indexOf(transfers, poolManager)
  attribution.indexes.set(swap.transactionHash, index)
  const isBuying = isBuy(swap)
  const amount = swap.tokens < 0n ? -swap.tokens : swap.tokens
  const exact = (isBuying ? index.sent : index.received).get(keyOf(token, poolManager, amount))?.[0]
  const first = exact ?? (isBuying ? index.firstSent : index.firstReceived).get(token)
  return first && (isBuying ? recipientOf(index, first) : senderOf(index, first))
}

/** Whether ETH was paid for tokens. */
export function isBuy({ eth: amount0, tokens: amount1 }: Pick<Event.Swap, 'eth' | 'tokens'>): boolean {
  return isZeroForOne({ amount0, amount1 })
}

function spend({ stepsLeft }: Attribution, block: number, steps: number): boolean {
  const left = (stepsLeft.get(block) ?? STEPS_PER_BLOCK) - steps
  if (left >= 0) stepsLeft.set(block, left)
  return left >= 0
}

function indexOf(transfers: readonly Event.Transfer[], poolManager: string): TransferIndex {
  const index: TransferIndex = {
    sent: new Map(),
    received: new Map(),
    firstSent: new Map(),
    firstReceived: new Map(),
  }
  for (const transfer of transfers) {
    const { token, from, to, amount } = transfer
    if (to !== poolManager) append(index.sent, keyOf(token, from, amount), transfer)
    if (from !== poolManager) append(index.received, keyOf(token, to, amount), transfer)
    if (from === poolManager && !index.firstSent.has(token)) index.firstSent.set(token, transfer)
    if (to === poolManager && !index.firstReceived.has(token)) index.firstReceived.set(token, transfer)
  }
  return index
}

/** Follows a bought amount from hand to hand while all of it is passed on. */
function recipientOf({ sent }: TransferIndex, first: Event.Transfer): string {
  let current = first
  for (let hand = 1; hand < HANDS_MAX; hand++) {
    const next = firstAfter(sent.get(keyOf(current.token, current.to, current.amount)), current.position)
    if (!next) break
    current = next
  }
  return current.to
}

/** Follows a sold amount back to the account that first had all of it. */
function senderOf({ received }: TransferIndex, last: Event.Transfer): string {
  let current = last
  for (let hand = 1; hand < HANDS_MAX; hand++) {
    const before = received.get(keyOf(current.token, current.from, current.amount))?.[0]
    if (!before || before.position >= current.position) break
    current = before
  }
  return current.from
}

function firstAfter(transfers: readonly Event.Transfer[] = [], position: number): Event.Transfer | undefined {
  let [low, high] = [0, transfers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((transfers[middle]?.position ?? 0) > position) high = middle
    else low = middle + 1
  }
  return transfers[low]
}

function keyOf(token: string, account: string, amount: bigint): string {
  return `${token} ${account} ${amount}`
}

function append<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
