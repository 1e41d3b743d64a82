import type * as Event from '#launchpad/indexer/chain/Event.ts'
import { isEthIn } from './replaySwap.ts'

/** Every movement of launched tokens, by transaction: the pool itself names only the contract that called it. */
export type Attribution = Map<string, Event.Transfer[]>

type Swap = { swap: Event.Swap; token: string; poolManager: string }

export function create(events: readonly Event.Event[]): Attribution {
  const attribution: Attribution = new Map()
  for (const event of events) {
    if (event.kind !== 'transfer') continue
    const list = attribution.get(event.transactionHash)
    if (list) list.push(event)
    else attribution.set(event.transactionHash, [event])
  }
  return attribution
}

/** The account that gave or finally got the tokens of a swap, through whatever routers they went; nothing if none moved. */
export function traderOf(attribution: Attribution, { swap, token, poolManager }: Swap): string | undefined {
  const moved = (attribution.get(swap.transactionHash) ?? []).filter((transfer) => transfer.token === token)
  const isBuy = isEthIn(swap)
  const amount = swap.tokens < 0n ? -swap.tokens : swap.tokens
  const own = moved.filter((transfer) => (isBuy ? transfer.from : transfer.to) === poolManager)
  const first = own.find((transfer) => transfer.amount === amount) ?? own[0]
  return first && follow(moved, first, { isBuy, poolManager })
}

type Direction = { isBuy: boolean; poolManager: string }

/** Goes from hand to hand, forward after a buy and backward before a sale, as long as all of the amount is passed on. */
function follow(moved: readonly Event.Transfer[], first: Event.Transfer, { isBuy, poolManager }: Direction): string {
  let current = first
  for (;;) {
    const account = isBuy ? current.to : current.from
    const next = moved.find(
      (transfer) =>
        transfer.amount === current.amount &&
        (isBuy
          ? transfer.from === account && transfer.position > current.position && transfer.to !== poolManager
          : transfer.to === account && transfer.position < current.position && transfer.from !== poolManager),
    )
    if (!next) return account
    current = next
  }
}
