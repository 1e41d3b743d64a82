import { fixed } from '#site/format.ts'
import { type Column, SORT_OPTIONS } from '#site/launchFilters.ts'
import type { TokenPage } from '../../api/launchpad.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/useAction.ts'
import type { Resource } from '../../api/useQuery.ts'
import { Button } from '../../components/Button.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { Select } from '../../components/Select.tsx'
import { Empty } from '../../components/States.tsx'
import { RowWithActions } from './RowWithActions.tsx'
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
    <section className={`column card${isShown ? ' on' : ''}`} id={id} aria-labelledby={`${id}-title`}>
      <div className="header">
        <h2 id={`${id}-title`}>{TITLES[column]}</h2>
        <span className="count faint text-small">{page.data && fixed(BigInt(page.data.total), 0, 0)}</span>
        <span className="grow" />
        <span className="faint text-small note">{NOTES[column]}</span>
        <Select look="ghost" label={`Sort ${TITLES[column]}`} value={sort} options={SORT_OPTIONS} onChange={onSort} />
      </div>
      <Rows column={column} page={page} fresh={fresh} sort={sort} onClear={onClear} />
    </section>
  )
}

function Rows({ column, page, fresh, sort, onClear }: Pick<Props, 'column' | 'page' | 'fresh' | 'sort' | 'onClear'>) {
  return (
    <QueryView query={page} what="the launches" rows={6} isPadded warnsWhenOld>
      {({ tokens, nextCursor }) =>
        tokens.length === 0 ? (
          <NoTokens column={column} onClear={onClear} />
        ) : (
          <>
            <ol className="token-rows">
              {tokens.map((token) => (
                <RowWithActions key={token.address} token={token} isFresh={fresh.has(token.address)} sort={sort} />
              ))}
            </ol>
            {nextCursor !== undefined && <LoadMore page={page} />}
          </>
        )
      }
    </QueryView>
  )
}

function NoTokens({ column, onClear }: Pick<Props, 'column' | 'onClear'>) {
  if (!onClear) return <Empty title={NONE[column]} />
  return (
    <Empty title="No token matches" action={{ label: 'Clear search and filters', run: onClear }}>
      Check the spelling, or paste the token address.
    </Empty>
  )
}

function LoadMore({ page: { data, url, update } }: { page: Resource<TokenPage> }) {
  const { run, busy, problem } = useAction()
  async function load(): Promise<void> {
    const more = await request<TokenPage>(`${url}&cursor=${encodeURIComponent(data?.nextCursor ?? '')}`)
    update((page) => withNext(page, more))
  }
  return (
    <div className="pad">
      <Button isWide size="small" onClick={() => void run(load, 'Loading')} busy={busy}>
        {problem === undefined ? 'Load more' : 'Try again'}
      </Button>
    </div>
  )
}
