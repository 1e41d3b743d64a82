import { useCallback, useEffect, useState } from 'react'
import { pageUrl } from './siteData.ts'

/** How a view is written into the query of the page, and read from it. */
type Form<State> = { read(query: URLSearchParams): State; write(state: State): string }

/** A view kept in the address of the page. Back and forth in the browser change it too. */
export function useUrlState<State>({ read, write }: Form<State>): [State, (part: Partial<State>) => void] {
  const [state, setState] = useState(() => read(pageUrl().searchParams))
  useEffect(() => {
    const follow = () => setState(read(new URLSearchParams(location.search)))
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [read])
  const change = useCallback(
    (part: Partial<State>) => {
      const next = { ...read(new URLSearchParams(location.search)), ...part }
      const query = write(next)
      const url = query === '' ? location.pathname : `${location.pathname}?${query}`
      if (url !== location.pathname + location.search) history.pushState(null, '', url)
      setState(next)
    },
    [read, write],
  )
  return [state, change]
}
