import { Icon } from '../components/Icon.tsx'
import { useStore } from '../store.ts'
import { toggleWatched, watchlist } from './watchlist.ts'

type Props = { address: string; name: string; words?: boolean }

/** A star that puts a token on the watchlist of this browser. */
export function WatchButton({ address, name, words = false }: Props) {
  const isWatched = useStore(watchlist).includes(address)
  return (
    <button
      type="button"
      className={isWatched ? 'button ghost small star watched' : 'button ghost small star'}
      aria-label={`Watch ${name}`}
      aria-pressed={isWatched}
      title={isWatched ? 'Remove from the watchlist' : 'Add to the watchlist'}
      onClick={() => toggleWatched(address)}
    >
      <Icon name="star" size="small" />
      {words && <span className="hide-small">{isWatched ? 'Watching' : 'Watch'}</span>}
    </button>
  )
}
