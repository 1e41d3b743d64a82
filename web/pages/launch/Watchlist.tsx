import { paths, type Token, type TokenPage } from '../../api/launchpad.ts'
import { request, urlOf } from '../../api/request.ts'
import { useQuery } from '../../api/useQuery.ts'
import { SkeletonRows } from '../../components/States.tsx'
import { useStore } from '../../store.ts'
import { watchlist } from '../../watchlist/watchlist.ts'
import { RowWithActions } from './RowWithActions.tsx'

const POLL_MS = 15_000

/** The watched tokens, above all others; empty if there are none. */
export function Watchlist() {
  const addresses = useStore(watchlist)
  const { data } = useQuery(addresses.join(' ') || undefined, (signal) => readAll(addresses, signal), {
    pollMs: POLL_MS,
    followsMined: true,
  })
  if (addresses.length === 0) return null
  const shown = data?.filter(({ address }) => addresses.includes(address))
  return (
    <section className="card watchlist" aria-labelledby="watchlist-title">
      <div className="header">
        <h2 id="watchlist-title">Watchlist</h2>
        <span className="count faint text-small">{addresses.length}</span>
      </div>
      {shown ? (
        <ol className="token-rows">
          {shown.map((token) => (
            <RowWithActions key={token.address} token={token} isFresh={false} />
          ))}
        </ol>
      ) : (
        <SkeletonRows rows={1} label="Reading the watchlist" />
      )}
    </section>
  )
}

async function readAll(addresses: readonly string[], signal: AbortSignal): Promise<Token[]> {
  const url = urlOf(paths.tokens, { addresses: addresses.join(','), include: 'glance' })
  return (await request<TokenPage>(url, { signal })).tokens
}
