import { useEffect, useRef } from 'react'
import type { Side } from './Trading.ts'

const SHORTCUTS: Readonly<Record<string, Side>> = { b: 'buy', s: 'sell' }

/** B and S go to the amount from anywhere on the page but from a field. */
export function useTradeKeys(isOn: boolean, onSide: (side: Side) => void): void {
  const handle = useRef(onSide)
  handle.current = onSide
  useEffect(() => {
    if (!isOn) return
    const listening = new AbortController()
    const press = (event: KeyboardEvent) => {
      const side = SHORTCUTS[event.key]
      const isTaken = event.metaKey || event.ctrlKey || event.altKey || document.querySelector('dialog[open]') !== null
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select') !== null
      if (side === undefined || isTaken || isTyping) return
      event.preventDefault()
      handle.current(side)
    }
    document.addEventListener('keydown', press, { signal: listening.signal })
    return () => listening.abort()
  }, [isOn])
}
