import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False while a page is drawn by the server or taken over from it; then true. For what only a browser knows or can draw. */
export function useIsMounted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
