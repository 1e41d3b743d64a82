import { type RefObject, useRef, useState } from 'react'
import type { SignalDraft } from './signal.ts'

/** The message being written. */
export type Draft = {
  text: string
  setText(change: string | ((now: string) => string)): void
  signal: SignalDraft | undefined
  setSignal(signal: SignalDraft | undefined): void
  /** The same message sent again after a lost answer bears the same key, and is posted once. */
  attempt: RefObject<{ key: string; sent: string } | undefined>
}

export function useDraft(): Draft {
  const [text, setText] = useState('')
  const [signal, setSignal] = useState<SignalDraft>()
  const attempt = useRef<{ key: string; sent: string }>(undefined)
  return { text, setText, signal, setSignal, attempt }
}
