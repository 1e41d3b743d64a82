/** A purse of one wallet and one token: coins lie in heaps, the oldest heap first. Shares no code with the service. */
type Heap = { size: bigint; left: bigint; paid: bigint | null }

export type Purse = {
  heaps: Heap[]
  profit: bigint
  unpriced: bigint
  in: Record<'buy' | 'received', bigint>
  out: Record<'sell' | 'sent', bigint>
  paid: bigint
  got: bigint
}

export const createPurse = (): Purse => ({
  heaps: [],
  profit: 0n,
  unpriced: 0n,
  in: { buy: 0n, received: 0n },
  out: { sell: 0n, sent: 0n },
  paid: 0n,
  got: 0n,
})

export const holds = ({ heaps }: Purse) => heaps.reduce((sum, { left }) => sum + left, 0n)

/** The price paid for the coins that are still held. */
export const openCost = ({ heaps }: Purse) =>
  heaps.reduce((sum, heap) => sum + (heap.paid === null ? 0n : heap.paid - spent(heap, heap.size - heap.left)), 0n)

export function put(purse: Purse, coins: bigint, paid: bigint | null): void {
  purse.heaps.push({ size: coins, left: coins, paid })
  purse.in[paid === null ? 'received' : 'buy'] += coins
  purse.paid += paid ?? 0n
}

export function takeOut(purse: Purse, coins: bigint, price: bigint | null): void {
  let [wanted, cost, bought] = [coins, 0n, 0n]
  while (wanted > 0n) {
    const heap = purse.heaps.find(({ left }) => left > 0n)
    if (!heap) throw new Error('the purse is empty')
    const some = heap.left < wanted ? heap.left : wanted
    const before = heap.size - heap.left
    if (heap.paid !== null) {
      cost += spent(heap, before + some) - spent(heap, before)
      bought += some
    }
    heap.left -= some
    wanted -= some
  }
  purse.heaps = purse.heaps.filter(({ left }) => left > 0n)
  purse.out[price === null ? 'sent' : 'sell'] += coins
  if (price === null) return
  const share = (price * bought) / coins
  purse.got += price
  purse.profit += share - cost
  purse.unpriced += price - share
}

/** The part of the price of a heap that its first coins bear. */
function spent({ paid, size }: Heap, coins: bigint): bigint {
  return ((paid ?? 0n) * coins) / size
}
