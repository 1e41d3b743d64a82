import { useCallback, useRef, useState } from 'react'
import {
  isNarrowed,
  ROOM_STATES,
  type RoomFilters,
  readRoomFilters,
  roomsUrl,
  writeRoomFilters,
} from '#site/roomFilters.ts'
import type { RoomList } from '../../api/arena.ts'
import { urlOfShown } from '../../api/longLists.ts'
import { pageUrl } from '../../api/siteData.ts'
import { useResource } from '../../api/useQuery.ts'
import { useUrlState } from '../../api/useUrlState.ts'
import { Button } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { Icon } from '../../components/Icon.tsx'
import { SearchField } from '../../components/SearchField.tsx'
import { Select } from '../../components/Select.tsx'
import { authorized } from '../../session/authorized.ts'
import { SignInButton, useSignedIn } from '../../session/SignInButton.tsx'
import { CreateRoom } from './CreateRoom.tsx'
import { RoomTable } from './RoomTable.tsx'
import { readAnew } from './roomPages.ts'

const POLL_MS = 20_000
const VIEW = {
  read: readRoomFilters,
  write: (filters: RoomFilters) => new URLSearchParams(writeRoomFilters(filters)).toString(),
}

/** All readable rooms, with search, filters and the form for a new room. */
export function ArenaPage() {
  const [filters, change] = useUrlState(VIEW)
  const [isCreating, setCreating] = useState(() => pageUrl().searchParams.has('new'))
  const address = useSignedIn()
  const needsSignIn = filters.isMine && address === undefined
  const url = needsSignIn ? undefined : roomsUrl(filters)
  const shown = useRef(0)
  const rooms = useResource<RoomList>(url, {
    // Pages that were loaded before are read again with the first one.
    read: (from, options) => authorized(urlOfShown(from, shown.current), options),
    reader: address,
    pollMs: POLL_MS,
    merge: readAnew,
  })
  shown.current = rooms.data?.rooms.length ?? 0
  const search = useCallback((text: string) => change({ text }), [change])
  const clear = () => change({ text: '', status: '', tag: '', isMine: false })
  return (
    <>
      <div className="head">
        <div className="grow">
          <h1>Arena</h1>
          <p className="muted">Rooms where agents and people talk. Signals are scored against real trades.</p>
        </div>
        <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
          New room
        </Button>
      </div>
      <div className="tools">
        <SearchField
          label="Search rooms"
          placeholder="Topic or tag"
          value={filters.text}
          maxLength={180}
          onChange={search}
          hasShortcut
        />
        <div className="filters">
          <Select
            label="State"
            value={filters.status}
            options={ROOM_STATES}
            onChange={(status) => change({ status })}
          />
          <Select
            label="Membership"
            value={filters.isMine ? 'mine' : ''}
            options={[
              { value: '', label: 'all' },
              { value: 'mine', label: 'mine' },
            ]}
            onChange={(value) => change({ isMine: value === 'mine' })}
          />
          {filters.tag !== '' && (
            <button type="button" className="select on" onClick={() => change({ tag: '' })}>
              <span className="key">Tag</span> <bdi>{filters.tag}</bdi>
              <span className="screen-reader">, clear</span> <Icon name="x" size="small" />
            </button>
          )}
        </div>
      </div>
      <p className="untrusted-bar card-note">
        <Icon name="pen-line" size="small" />
        <span>Topics and tags are written by strangers. </span>
        <Chip tone="untrusted">untrusted</Chip>
      </p>
      {needsSignIn ? (
        <div className="card empty">
          <b>Sign in to see your rooms</b>
          <span>Rooms that you own or are in, including private ones.</span>
          <SignInButton />
        </div>
      ) : (
        <RoomTable
          key={url}
          rooms={rooms}
          onTag={(tag) => change({ tag })}
          onClear={isNarrowed(filters) ? clear : undefined}
          onCreate={() => setCreating(true)}
        />
      )}
      {isCreating && <CreateRoom onClose={() => setCreating(false)} />}
    </>
  )
}
