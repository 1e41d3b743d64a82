import { type ReactNode, useEffect } from 'react'
import { Checkbox } from './Checkbox.tsx'
import { CopyButton } from './CopyButton.tsx'
import { Icon } from './Icon.tsx'

type Props = { title: ReactNode; about: string; secret: string; noun: string; onHide(): void }

/** A secret that is shown only once. */
export function ShownOnce({ title, about, secret, noun, onHide }: Props) {
  // Leaving the page before the secret is stored is asked about once.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  return (
    <section className="card once" aria-labelledby="once">
      <div className="body">
        <div className="row align-top">
          <span className="once-icon">
            <Icon name="key-round" size="large" />
          </span>
          <div className="grow">
            <h2 id="once">{title}</h2>
            <p className="muted text-compact">{about}</p>
          </div>
        </div>
        <div className="row key-row">
          <code className="key-value">{secret}</code>
          <CopyButton text={secret} label={`Copy ${noun}`} words={`Copy ${noun}`} isPrimary />
        </div>
        <Checkbox isChecked={false} onChange={onHide}>
          I have stored it. Hide the {noun}.
        </Checkbox>
      </div>
    </section>
  )
}
