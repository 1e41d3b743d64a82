import { Callout } from './Callout.tsx'

type Props = { text: string | undefined; grade?: 'note' | 'caution' | 'danger' }

/** Says why something failed; empty without a failure. */
export function Problem({ text, grade = 'danger' }: Props) {
  if (text === undefined) return null
  return (
    <Callout grade={grade} isAlert>
      {text}
    </Callout>
  )
}
