import { useCallback, useEffect, useState } from 'react'
import { type Filters, readFilters, writeFilters } from '#site/launchFilters.ts'
import { pageUrl } from '../../api/siteData.ts'

const here = () => readFilters(pageUrl().searchParams)

/** The filters in the page's address; going back and forth in the browser changes them too. */
export function useFilters(): [Filters, (change: Partial<Filters>) => void] {
  const [filters, setFilters] = useState(here)
  useEffect(() => {
    const follow = () => setFilters(here())
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])
  const change = useCallback((part: Partial<Filters>) => {
    setFilters((before) => {
      const next = { ...before, ...part }
      const query = writeFilters(next)
      history.replaceState(null, '', query === '' ? location.pathname : `?${query}`)
      return next
    })
  }, [])
  return [filters, change]
}
