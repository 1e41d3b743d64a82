import { useEffect, useRef, useState } from 'react'
import { type FilterName, type Filters, OPTIONS } from '#site/launchFilters.ts'
import type { Stats } from '../../api/launchpad.ts'
import { Icon } from '../../components/Icon.tsx'
import { type Connection, LiveState } from '../../components/LiveState.tsx'
import { Select } from '../../components/Select.tsx'
import { LAG_MUCH_MS, lagWords } from '../../live/useStats.ts'

const LABELS: Record<FilterName, string> = {
  age: 'Age',
  progress: 'Progress',
  creator: 'Creator holds',
  holders: 'Holders',
}
const NAMES = Object.keys(OPTIONS) as FilterName[]
const WAIT_MS = 200

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
      <Search value={filters.search} onChange={(search) => change({ search })} />
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

/** Searches when the typing rests. */
function Search({ value, onChange }: { value: string; onChange(value: string): void }) {
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  useEffect(() => {
    if (value !== told.current) setTyped(value)
    told.current = value
  }, [value])
  useEffect(() => {
    const timer = setTimeout(() => {
      if (typed.trim() === told.current) return
      told.current = typed.trim()
      onChange(typed.trim())
    }, WAIT_MS)
    return () => clearTimeout(timer)
  }, [typed, onChange])
  return (
    <div className="input find">
      <Icon name="search" />
      <input
        type="search"
        data-search=""
        aria-label="Search tokens"
        placeholder="Name, symbol, token or creator address"
        value={typed}
        maxLength={64}
        onChange={(event) => setTyped(event.target.value)}
      />
      <kbd>/</kbd>
    </div>
  )
}
