import { useState } from 'react'
import { NATIVE, positionUrl } from '#site/positionUrl.ts'
import type { FoundPool, FoundPools } from '../../api/liquidity.ts'
import { poolPaths } from '../../api/liquidity.ts'
import { config } from '../../api/siteData.ts'
import { useResource } from '../../api/useQuery.ts'
import { useUrlState } from '../../api/useUrlState.ts'
import { Callout } from '../../components/Callout.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Failure, SkeletonRows } from '../../components/States.tsx'
import { ChainSelect, chainName } from '../../liquidity/ChainSelect.tsx'
import { symbolText } from '../../liquidity/PairName.tsx'
import { knownTokens } from '../../liquidity/tokens.ts'
import { PoolDetail } from './PoolDetail.tsx'
import { PoolList } from './PoolList.tsx'
import { isReference, type PoolQuery, parseQuery, queryText, tokenAddress } from './query.ts'
import { SearchForm } from './SearchForm.tsx'

const VIEW = {
  read: (query: URLSearchParams) => parseQuery(query.toString()),
  write: (query: PoolQuery) => queryText(query).split('?')[1] ?? '',
}

/** Finds pools on any chain, shows one of them, and leads to a position in it. */
export function PoolsPage() {
  const [query, show] = useUrlState(VIEW)
  return (
    <>
      <div className="page-head">
        <div className="grow">
          <a href="/positions" className="text-compact muted row back">
            <Icon name="arrow-left" size="small" />
            Positions
          </a>
          <h1>Pools</h1>
        </div>
        <ChainSelect chainId={query.chainId} onChange={(chainId) => show({ ...query, chainId })} />
      </div>
      <div className="stack">
        <SearchForm key={queryText({ ...query, chainId: config.chainId })} query={query} onSearch={show} />
        <Results query={query} onSearch={show} />
      </div>
    </>
  )
}

function searchUrl({ chainId, by, tokenA, tokenB, pool }: PoolQuery): string | undefined {
  if (by === 'reference') return isReference(pool) ? poolPaths.pools({ chainId, reference: pool.trim() }) : undefined
  const [a, b] = [tokenA, tokenB].map((text) => tokenAddress(text, chainId))
  return a !== undefined && b !== undefined && a !== b ? poolPaths.pools({ chainId, tokenA: a, tokenB: b }) : undefined
}

type Props = { query: PoolQuery; onSearch(query: PoolQuery): void }

function Results({ query, onSearch }: Props) {
  const url = searchUrl(query)
  const search = useResource<FoundPools>(url)
  const [reference, setReference] = useState<string>()
  if (url === undefined) return <Start query={query} onSearch={onSearch} />
  const data = search.dataKey === url ? search.data : undefined
  if (search.failure && !search.isLoading)
    return (
      <Failure title="Search failed." retry={search.reload}>
        {search.failure.message}
      </Failure>
    )
  if (!data || search.isLoading) return <SkeletonRows rows={4} label={`Looking on ${chainName(query.chainId)}`} />
  const chosen = data.pools.find((pool) => pool.reference === reference) ?? data.pools[0]
  if (!chosen) return <None query={query} search={data} />
  return (
    <div className={data.pools.length > 1 ? 'pools-grid' : undefined}>
      {data.pools.length > 1 && (
        <div className="stack">
          <PoolList pools={data.pools} chosen={chosen} onChoose={(pool) => setReference(pool.reference)} />
          <OpenAnother query={query} pool={chosen} />
        </div>
      )}
      <div className="stack">
        {data.incomplete.map(({ protocol, reason }) => (
          <Callout key={protocol} grade="note" title={`Some ${protocol.toLowerCase()} pools may be missing.`}>
            {reason}
          </Callout>
        ))}
        <PoolDetail key={chosen.reference} pool={chosen} />
        {data.pools.length === 1 && <OpenAnother query={query} pool={chosen} />}
      </div>
    </div>
  )
}

/** A pool of the same tokens with another fee does not have to exist yet. */
function OpenAnother({ query: { chainId }, pool: { token0, token1 } }: { query: PoolQuery; pool: FoundPool }) {
  return (
    <p className="text-compact muted">
      Not the fee you want?{' '}
      <a href={positionUrl({ chainId, tokenA: token0.address, tokenB: token1.address })}>
        Open another pool of <bdi>{symbolText(token0)}</bdi> and <bdi>{symbolText(token1)}</bdi>
      </a>
    </p>
  )
}

function None({ query: { chainId, by }, search: { tokens } }: { query: PoolQuery; search: FoundPools }) {
  const [first, second] = tokens
  if (by === 'reference' || !first || !second)
    return (
      <div className="empty">
        <b>No pool by that address or id on {chainName(chainId)}</b>
        <span>Check the chain. To find a pool by token, use the token fields.</span>
      </div>
    )
  return (
    <div className="empty">
      <b>
        No pool of <bdi>{symbolText(first)}</bdi> and <bdi>{symbolText(second)}</bdi> on {chainName(chainId)}
      </b>
      <span>If you open one, you set its first price. Use the market price.</span>
      <a className="button" href={positionUrl({ chainId, tokenA: first.address, tokenB: second.address })}>
        Open this pool
      </a>
    </div>
  )
}

const STARTS = 4

/** Shown before a search: a few pairs of known tokens. */
function Start({ query, onSearch }: Props) {
  const others = knownTokens()
    .filter(({ address }) => address !== NATIVE)
    .slice(0, STARTS)
  const isOwn = query.chainId === config.chainId
  return (
    <div className="empty">
      <b>Find a pool</b>
      <span>
        By two tokens, or by its own address or id. v2, v3 and v4 pools on {chainName(query.chainId)} are searched
        together.
      </span>
      {isOwn && others.length > 0 && (
        <span className="row wrap starts">
          {others.map(({ address, symbol }) => (
            <button
              key={address}
              type="button"
              className="button small"
              onClick={() => onSearch({ ...query, by: 'tokens', tokenA: 'ETH', tokenB: symbol })}
            >
              ETH / {symbol}
            </button>
          ))}
        </span>
      )}
    </div>
  )
}
