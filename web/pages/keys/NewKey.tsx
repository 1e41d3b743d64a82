import { Checkbox } from '../../components/Checkbox.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Icon } from '../../components/Icon.tsx'

/** A key that is shown this once. */
export function NewKey({ name, secret, onHide }: { name: string; secret: string; onHide(): void }) {
  return (
    <section className="card once" aria-labelledby="once">
      <div className="bd">
        <div className="row top-a">
          <span className="oic">
            <Icon name="key-round" size="l" />
          </span>
          <div className="grow">
            <h2 id="once">
              Key “<bdi>{name}</bdi>” is ready. Copy it now.
            </h2>
            <p className="muted s13">Copy it now. We store only a hash, so it cannot be shown again.</p>
          </div>
        </div>
        <div className="row keyrow">
          <code className="keyval">{secret}</code>
          <CopyButton text={secret} label="Copy key" words="Copy key" />
        </div>
        <Checkbox isChecked={false} onChange={onHide}>
          I have stored it. Hide the key.
        </Checkbox>
      </div>
    </section>
  )
}
