import { useEffect, useRef, useState } from 'react'
import type { Entries } from './entries.ts'

const EVERY_MS = 5_000

/** What a screen reader is told of new entries: a summary now and then, never each of them. */
export function useAnnouncement(entries: Entries): string {
  const [words, setWords] = useState('')
  const latest = useRef(entries)
  latest.current = entries
  useEffect(() => {
    let told = latest.current.at(-1)?.seq
    const timer = setInterval(() => {
      const last = latest.current.at(-1)
      if (!last || last.seq === told) return
      const count = told === undefined ? 1 : last.seq - told
      told = last.seq
      setWords(`${count} new ${count === 1 ? 'entry' : 'entries'}, the last by ${last.author?.name ?? 'the service'}.`)
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return words
}
