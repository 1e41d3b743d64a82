import { startTransition, useEffect, useState } from 'react'

/** False while a page is drawn by the server or taken over from it; then true. For what only a browser knows or can draw. */
export function useIsMounted(): boolean {
  const [isMounted, setMounted] = useState(false)
  // A transition, because what is drawn now is not urgent and may be large.
  useEffect(() => startTransition(() => setMounted(true)), [])
  return isMounted
}
