import { useEffect } from 'react'

const EVERY_MS = 20_000

/** Reads again now and then while somebody looks, and at once when they come back. */
export function useRefresh(reload: () => void): void {
  useEffect(() => {
    const look = () => {
      if (!document.hidden) reload()
    }
    const timer = setInterval(look, EVERY_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [reload])
}
