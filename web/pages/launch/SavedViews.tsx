import { type Filters, readFilters, viewWords, writeFilters } from '#site/launchFilters.ts'
import { Button } from '../../components/Button.tsx'
import { createKeptList } from '../../keptList.ts'
import { useStore } from '../../store.ts'

const MAX = 12

/** The queries of the views, the newest first. */
const savedViews = createKeptList<string>('slipway.views', 'string')

const viewOf = (query: string) => readFilters(new URLSearchParams(query))

function save(query: string): void {
  savedViews.change((kept) => [query, ...kept].slice(0, MAX))
}

function forget(query: string): void {
  savedViews.change((kept) => kept.filter((one) => one !== query))
}

type Props = { filters: Filters; change(part: Partial<Filters>): void }

/** Filters and sort orders that are saved in this browser; empty without saved views. */
export function SavedViews({ filters, change }: Props) {
  const saved = useStore(savedViews)
  const shown = writeFilters(filters)
  const isNew = shown !== '' && !saved.includes(shown)
  if (saved.length === 0 && !isNew) return null
  return (
    <ul className="saved-views" aria-label="Saved views">
      {saved.map((query) => (
        <SavedView key={query} query={query} isShown={query === shown} onOpen={() => change(viewOf(query))} />
      ))}
      {isNew && (
        <li>
          <Button kind="ghost" size="small" icon="plus" onClick={() => save(shown)}>
            Save this view
          </Button>
        </li>
      )}
    </ul>
  )
}

function SavedView({ query, isShown, onOpen }: { query: string; isShown: boolean; onOpen(): void }) {
  const words = viewWords(viewOf(query))
  return (
    <li>
      <Button size="small" aria-pressed={isShown} onClick={onOpen}>
        {words}
      </Button>
      <Button kind="ghost" size="small" icon="x" aria-label={`Forget ${words}`} onClick={() => forget(query)} />
    </li>
  )
}
