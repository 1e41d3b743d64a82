import { useCallback, useEffect, useState } from 'react'
import { type RoomFilters, readRoomFilters, writeRoomFilters } from '#site/roomFilters.ts'

const here = () => readRoomFilters(new URLSearchParams(location.search))

/** The filters in the page's address; going back and forth in the browser changes them too. */
export function useRoomFilters(): [RoomFilters, (change: Partial<RoomFilters>) => void] {
  const [filters, setFilters] = useState(here)
  useEffect(() => {
    const follow = () => setFilters(here())
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])
  const change = useCallback((part: Partial<RoomFilters>) => {
    setFilters((before) => {
      const next = { ...before, ...part }
      const query = new URLSearchParams(writeRoomFilters(next)).toString()
      history.replaceState(null, '', query === '' ? location.pathname : `?${query}`)
      return next
    })
  }, [])
  return [filters, change]
}
