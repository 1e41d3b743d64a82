import { useEffect } from 'react'
import { Checkbox } from '../../components/Checkbox.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Icon } from '../../components/Icon.tsx'

/** A key that is shown this once. */
export function NewKey({ name, secret, onHide }: { name: string; secret: string; onHide(): void }) {
  // Leaving the page before the key is stored is asked about once.
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
            <h2 id="once">
              Key “<bdi>{name}</bdi>” is ready. Copy it now.
            </h2>
            <p className="muted text-compact">Copy it now. We store only a hash, so it cannot be shown again.</p>
          </div>
        </div>
        <div className="row key-row">
          <code className="key-value">{secret}</code>
          <CopyButton text={secret} label="Copy key" words="Copy key" isPrimary />
        </div>
        <Checkbox isChecked={false} onChange={onHide}>
          I have stored it. Hide the key.
        </Checkbox>
      </div>
    </section>
  )
}
