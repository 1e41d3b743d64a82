/** Reads a path of the service. */
export type Read = <Answer>(path: string) => Promise<Answer>

export type Order = { id: string; status: string; tip: string; until: number }
type Page = { orders: Order[]; nextCursor: string | null }

/** An order that expires sooner may have expired before it is signed. */
const ENDS_AFTER_SECONDS = 60

/** The order that is ready and pays the most, if one pays enough. */
export async function findReady(read: Read, tipMin: bigint): Promise<Order | undefined> {
  const earliest = Date.now() / 1_000 + ENDS_AFTER_SECONDS
  const ready: Order[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page = await read(`/api/orders?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
    ready.push(
      ...page.orders.filter(
        ({ status, tip, until }) => status === 'ready' && BigInt(tip) >= tipMin && until > earliest,
      ),
    )
    cursor = page.nextCursor
  }
  return ready.toSorted((a, b) => (BigInt(a.tip) < BigInt(b.tip) ? 1 : -1))[0]
}
