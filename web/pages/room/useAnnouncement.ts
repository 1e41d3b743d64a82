import { useEffect, useRef, useState } from 'react'
import type { Entries } from './entries.ts'

const EVERY_MS = 5_000

/** Announces new entries to screen readers in summaries, never one by one. */
export function useAnnouncement(entries: Entries): string {
  const [words, setWords] = useState('')
  const latest = useRef(entries)
  latest.current = entries
  useEffect(() => {
    let announced = latest.current.at(-1)?.seq
    const timer = setInterval(() => {
      const last = latest.current.at(-1)
      if (!last || last.seq === announced) return
      const count = announced === undefined ? 1 : last.seq - announced
      announced = last.seq
      setWords(`${count} new ${count === 1 ? 'entry' : 'entries'}, the last by ${last.author?.name ?? 'the service'}.`)
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return words
}
