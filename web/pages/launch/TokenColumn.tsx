import { useState } from 'react'
import { fixed } from '#site/format.ts'
import { type Column, SORT_OPTIONS } from '#site/launchFilters.ts'
import type { TokenPage } from '../../api/launchpad.ts'
import { request } from '../../api/request.ts'
import type { Resource } from '../../api/useQuery.ts'
import { Button } from '../../components/Button.tsx'
import { Select } from '../../components/Select.tsx'
import { Empty, Failure, SkeletonRows } from '../../components/States.tsx'
import { TokenRow } from './TokenRow.tsx'
import { withNext } from './tokenPages.ts'

const TITLES: Record<Column, string> = { new: 'New', near: 'Near graduation', graduated: 'Graduated' }
const NOTES: Record<Column, string> = { new: 'on the curve', near: 'over 50 %', graduated: 'v4 pools' }
const NONE: Record<Column, string> = {
  new: 'No launch yet. Be the first.',
  near: 'No launch has raised half of its target yet.',
  graduated: 'No launch has graduated yet. The buy that raises 2.864 ETH graduates a token.',
}

type Props = {
  column: Column
  page: Resource<TokenPage>
  fresh: ReadonlySet<string>
  sort: string
  onSort(sort: string): void
  onClear: (() => void) | undefined
  isShown: boolean
}

export function TokenColumn({ column, page, fresh, sort, onSort, onClear, isShown }: Props) {
  const id = `column-panel-${column}`
  return (
    <section className={`col card${isShown ? ' on' : ''}`} id={id} aria-labelledby={`${id}-title`}>
      <div className="hd">
        <h2 id={`${id}-title`}>{TITLES[column]}</h2>
        <span className="count faint s12">{page.data && fixed(BigInt(page.data.total), 0, 0)}</span>
        <span className="grow" />
        <span className="faint s12 note">{NOTES[column]}</span>
        <Select look="ghost" label={`Sort ${TITLES[column]}`} value={sort} options={SORT_OPTIONS} onChange={onSort} />
      </div>
      <Rows column={column} page={page} fresh={fresh} onClear={onClear} />
    </section>
  )
}

function Rows({ column, page, fresh, onClear }: Pick<Props, 'column' | 'page' | 'fresh' | 'onClear'>) {
  const { data, failure, reload } = page
  if (!data && failure)
    return (
      <div className="pad">
        <Failure title="The list could not be read." retry={reload}>
          {failure.message}
        </Failure>
      </div>
    )
  if (!data) return <SkeletonRows rows={6} label="Reading launches" />
  if (data.tokens.length === 0 && onClear)
    return (
      <Empty title="No token matches" action={{ label: 'Clear search and filters', run: onClear }}>
        Check the spelling, or paste the token address.
      </Empty>
    )
  if (data.tokens.length === 0) return <Empty title={NONE[column]} />
  return (
    <>
      {failure && (
        <div className="pad">
          <Failure title="The list may be old." retry={reload}>
            {failure.message}
          </Failure>
        </div>
      )}
      <ol className="tks">
        {data.tokens.map((token) => (
          <li key={token.address}>
            <TokenRow token={token} isFresh={fresh.has(token.address)} />
          </li>
        ))}
      </ol>
      {data.nextCursor !== undefined && <LoadMore page={page} />}
    </>
  )
}

function LoadMore({ page: { data, url, update } }: { page: Resource<TokenPage> }) {
  const [isLoading, setLoading] = useState(false)
  async function load(): Promise<void> {
    setLoading(true)
    const more = await request<TokenPage>(`${url}&cursor=${encodeURIComponent(data?.nextCursor ?? '')}`).catch(
      () => undefined,
    )
    setLoading(false)
    if (more) update((page) => withNext(page, more))
  }
  return (
    <div className="pad">
      <Button isWide size="sm" onClick={() => void load()} busy={isLoading ? 'Loading' : undefined}>
        Load more
      </Button>
    </div>
  )
}
