import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react'
import { RequestFailure } from '../api/request.ts'
import { FullAddress } from '../components/AddressChip.tsx'
import { Field } from '../components/Field.tsx'
import { isName, resolve } from './resolveName.ts'

type Resolved = { text: string; address: string }

const WAIT_MS = 300

/**
 * A field for an account, as an address or as a name. Its value is the typed text until a name is resolved, so that a form
 * cannot be sent before, and then the address, which is shown in full.
 */
export function AddressField({ value, onChange, error, help, ...rest }: ComponentProps<typeof Field>) {
  const [resolved, setResolved] = useState<Resolved>()
  const [failure, setFailure] = useState<{ text: string; words: string }>()
  const take = useEffectEvent((found: Resolved) => {
    setResolved(found)
    onChange(found.address)
  })
  useEffect(() => {
    if (!isName(value)) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      resolve(value, stop.signal).then(
        ({ address }) => !stop.signal.aborted && take({ text: value, address }),
        (caught: unknown) => !stop.signal.aborted && setFailure({ text: value, words: wordsOf(caught) }),
      )
    }, WAIT_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [value])
  const isResolved = resolved?.address === value
  const unread = failure?.text === value ? failure.words : undefined
  const reading = isName(value) ? 'Reading the name' : help
  return (
    <Field
      placeholder="0x…"
      autoComplete="off"
      {...rest}
      value={isResolved ? resolved.text : value}
      onChange={(text) => onChange(text.trim())}
      error={isName(value) ? unread : error}
      help={isResolved ? <FullAddress address={value} /> : reading}
    />
  )
}

function wordsOf(caught: unknown): string {
  const isUnknown = caught instanceof RequestFailure && ['not_found', 'invalid_argument'].includes(caught.code)
  return isUnknown
    ? 'No account has this name. Check it, or type the address.'
    : 'The name could not be read. Type the address.'
}
