import { useCallback, useState } from 'react'
import { fixed, short } from '#site/format.ts'
import { COLUMN_NAMES, COLUMNS, type Column, isNarrowed, readFilters, writeFilters } from '#site/launchFilters.ts'
import type { Stats } from '../../api/launchpad.ts'
import { paths } from '../../api/launchpad.ts'
import type { Query } from '../../api/useQuery.ts'
import { useUrlState } from '../../api/useUrlState.ts'
import { Icon } from '../../components/Icon.tsx'
import { Tabs } from '../../components/Tabs.tsx'
import { DollarNote } from '../../dollars/DollarNote.tsx'
import { Dollars } from '../../dollars/Dollars.tsx'
import { WithDollars } from '../../dollars/EthUsd.tsx'
import { useEvents } from '../../live/useEvents.ts'
import { useStats } from '../../live/useStats.ts'
import { FilterBar } from './FilterBar.tsx'
import { QuickBuySheet } from './QuickBuySheet.tsx'
import { SavedViews } from './SavedViews.tsx'
import { TokenColumn } from './TokenColumn.tsx'
import { useColumns } from './useColumns.ts'
import { Watchlist } from './Watchlist.tsx'

const VIEW = { read: readFilters, write: writeFilters }

/** All launches in three live columns. */
export function LaunchPage() {
  const [filters, change] = useUrlState(VIEW)
  const [isPaused, setPaused] = useState(false)
  const [isHovered, setHovered] = useState(false)
  const [shown, setShown] = useState<Column>('new')
  const stats = useStats()
  const isHeld = isPaused || isHovered
  const columns = useColumns({ filters, isHeld, stats })
  const state = useEvents({ url: paths.events, isPaused: isHeld, onEvents: columns.apply })
  const clear = useCallback(() => change({ search: '', age: '', progress: '', creator: '', holders: '' }), [change])
  return (
    <WithDollars source={stats.data?.usdSource}>
      <Head stats={stats} />
      <FilterBar
        filters={filters}
        change={change}
        connection={isPaused ? 'paused' : state}
        stats={stats.data}
        onPause={setPaused}
      />
      <SavedViews filters={filters} change={change} />
      <Watchlist />
      <Tabs
        look="segments"
        label="Columns"
        id="column"
        value={shown}
        onChange={setShown}
        tabs={COLUMNS.map((value) => ({
          value,
          label: COLUMN_NAMES[value],
          count: countOf(columns.of[value].data?.total),
        }))}
      />
      <div
        className={filters.rows === 'compact' ? 'columns compact' : 'columns'}
        onPointerEnter={({ pointerType }) => setHovered(pointerType === 'mouse')}
        onPointerLeave={() => setHovered(false)}
      >
        {COLUMNS.map((column) => (
          <TokenColumn
            key={column}
            column={column}
            page={columns.of[column]}
            fresh={columns.fresh}
            sort={filters.sorts[column]}
            onSort={(sort) => change({ sorts: { ...filters.sorts, [column]: sort } })}
            onClear={isNarrowed(filters) ? clear : undefined}
            isShown={shown === column}
          />
        ))}
      </div>
      <QuickBuySheet />
      <DollarNote source={stats.data?.usdSource} />
      <p className="fine text-small faint">
        Anyone can launch a token here. Launched tokens are unbacked community tokens: none is the pegged token, none is
        backed 1:1 by anything, and names and symbols can be the same as those of others.
      </p>
    </WithDollars>
  )
}

function Head({ stats: { data } }: { stats: Query<Stats> }) {
  return (
    <div className="head">
      <div className="grow">
        <h1>Launches</h1>
        <p className="muted stat">
          <span>
            <b>{countOf(data?.tokens) ?? '–'}</b> tokens
          </span>
          <span>
            <b>{countOf(data?.graduated) ?? '–'}</b> graduated
          </span>
          <span>
            <b>{data ? short(BigInt(data.volume24hEth)) : '–'}</b> ETH
            <Dollars wei={data && BigInt(data.volume24hEth)} /> traded in 24 h
          </span>
        </p>
      </div>
      <a className="button primary" href="/launch/new">
        <Icon name="plus" />
        Launch a token
      </a>
    </div>
  )
}

function countOf(count: number | undefined): string | undefined {
  return count === undefined ? undefined : fixed(BigInt(count), 0, 0)
}
