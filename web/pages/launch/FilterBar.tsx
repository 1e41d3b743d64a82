import { type FilterName, type Filters, LABELS, OPTIONS } from '#site/launchFilters.ts'
import type { Stats } from '../../api/launchpad.ts'
import { Button } from '../../components/Button.tsx'
import { type Connection, LiveState } from '../../components/LiveState.tsx'
import { SearchField } from '../../components/SearchField.tsx'
import { Select } from '../../components/Select.tsx'
import { LAG_MUCH_MS, lagWords } from '../../live/useStats.ts'

const NAMES = Object.keys(OPTIONS) as FilterName[]

type Props = {
  filters: Filters
  change(part: Partial<Filters>): void
  connection: Connection
  stats: Stats | undefined
  onPause(isPaused: boolean): void
}

/** Search, filters, and whether the list is live. */
export function FilterBar({ filters, change, connection, stats, onPause }: Props) {
  return (
    <div className="tools">
      <SearchField
        label="Search tokens"
        placeholder="Name, symbol, token or creator address"
        value={filters.search}
        maxLength={64}
        onChange={(search) => change({ search })}
        hasShortcut
      />
      <div className="filters">
        {NAMES.map((name) => (
          <Select
            key={name}
            label={LABELS[name]}
            value={filters[name]}
            options={OPTIONS[name]}
            onChange={(value) => change({ [name]: value })}
          />
        ))}
        <Button
          kind="ghost"
          size="small"
          icon="table-2"
          aria-pressed={filters.rows === 'compact'}
          onClick={() => change({ rows: filters.rows === 'compact' ? '' : 'compact' })}
        >
          Compact
        </Button>
      </div>
      <span className="grow" />
      <LiveState
        connection={connection}
        note={stats && lagWords(stats)}
        isLate={(stats?.behindMs ?? 0) > LAG_MUCH_MS}
        onPause={onPause}
      />
    </div>
  )
}
