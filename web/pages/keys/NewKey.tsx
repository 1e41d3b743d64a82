import { ShownOnce } from '../../components/ShownOnce.tsx'

/** A key that is shown only once. */
export function NewKey({ name, secret, onHide }: { name: string; secret: string; onHide(): void }) {
  const title = (
    <>
      Key “<bdi>{name}</bdi>” is ready. Copy it now.
    </>
  )
  const about = 'We store only a hash, so it cannot be shown again.'
  return <ShownOnce title={title} about={about} secret={secret} noun="key" onHide={onHide} />
}
