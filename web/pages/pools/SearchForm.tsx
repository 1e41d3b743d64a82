import { type SubmitEvent, useId, useState } from 'react'
import { paths, type TokenPage } from '../../api/launchpad.ts'
import { urlOf } from '../../api/request.ts'
import { config } from '../../api/siteData.ts'
import { useResource } from '../../api/useQuery.ts'
import { Button } from '../../components/Button.tsx'
import { Field } from '../../components/Field.tsx'
import { Segments } from '../../components/Segments.tsx'
import { knownTokens } from '../../liquidity/tokens.ts'
import { isReference, type PoolQuery, tokenAddress } from './query.ts'

const LAUNCHES = 30

/** Searches for a pool by its two tokens, or by its address or id. */
export function SearchForm({ query, onSearch }: { query: PoolQuery; onSearch(query: PoolQuery): void }) {
  const [form, setForm] = useState(query)
  // A link and a change of chain search as the button does, so their problems are shown too.
  const [isAsked, setAsked] = useState(query.tokenA !== '' || query.pool !== '')
  const wanted = { ...form, chainId: query.chainId }
  const found = problemsOf(wanted)
  const problems = isAsked ? found : {}
  const change = (part: Partial<PoolQuery>) => {
    setForm((before) => ({ ...before, ...part }))
    setAsked(false)
  }
  const tokens = useId()
  function submit(event: SubmitEvent) {
    event.preventDefault()
    setAsked(true)
    if (Object.keys(found).length === 0) onSearch(wanted)
  }
  return (
    <form className="card pool-search" onSubmit={submit} aria-label="Find a pool">
      <Segments
        label="Find by"
        value={form.by}
        options={[
          { value: 'tokens', label: 'By tokens' },
          { value: 'reference', label: 'By address or id' },
        ]}
        onChange={(by) => change({ by })}
      />
      {form.by === 'tokens' ? (
        <>
          <Field
            label="First token"
            value={form.tokenA}
            onChange={(tokenA) => change({ tokenA })}
            list={tokens}
            placeholder="Symbol or address"
            error={problems.tokenA}
            {...PLAIN}
          />
          <Field
            label="Second token"
            value={form.tokenB}
            onChange={(tokenB) => change({ tokenB })}
            list={tokens}
            placeholder="Symbol or address"
            error={problems.tokenB}
            {...PLAIN}
          />
          <Suggestions id={tokens} chainId={query.chainId} />
        </>
      ) : (
        <Field
          label="Pool"
          value={form.pool}
          onChange={(pool) => change({ pool })}
          placeholder="Address of a v2 pair or v3 pool, or id of a v4 pool"
          error={problems.pool}
          {...PLAIN}
        />
      )}
      <Button kind="primary" type="submit" icon="search">
        Find pools
      </Button>
    </form>
  )
}

const PLAIN = { autoComplete: 'off', spellCheck: false, autoCapitalize: 'off' } as const

type Problems = { tokenA?: string; tokenB?: string; pool?: string }

function problemsOf({ by, tokenA, tokenB, pool, chainId }: PoolQuery): Problems {
  if (by === 'reference')
    return isReference(pool) ? {} : { pool: 'An address has 40 digits after 0x, the id of a v4 pool 64.' }
  const [a, b] = [tokenA, tokenB].map((text) => tokenAddress(text, chainId))
  const unknown = 'No token by that name is known here. Paste its address.'
  return {
    ...(a === undefined && { tokenA: unknown }),
    ...(b === undefined && { tokenB: unknown }),
    ...(a !== undefined && a.toLowerCase() === b?.toLowerCase() && { tokenB: 'A pool has two different tokens.' }),
  }
}

/** Tokens that can be found by symbol: the deployment's own, and launches that have a pool. */
function Suggestions({ id, chainId }: { id: string; chainId: number }) {
  const isOwn = chainId === config.chainId
  const launches = useResource<TokenPage>(
    isOwn && config.factory !== null ? urlOf(paths.tokens, { graduated: 'true', limit: LAUNCHES }) : undefined,
  )
  return (
    <datalist id={id}>
      {(isOwn ? knownTokens() : []).map(({ symbol, address }) => (
        <option key={address} value={symbol}>
          {address}
        </option>
      ))}
      {launches.data?.tokens.map(({ address, symbol, name }) => (
        <option key={address} value={address}>
          {symbol}, {name}
        </option>
      ))}
    </datalist>
  )
}
