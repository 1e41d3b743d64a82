import { useState } from 'react'
import type { TokenDetail } from '../../api/launchpad.ts'
import { useAction } from '../../api/useAction.ts'
import { Button } from '../../components/Button.tsx'
import { Field } from '../../components/Field.tsx'
import { Problem } from '../../components/Problem.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { type Picture, PictureField, readPicture } from './PictureField.tsx'
import { saveMetadata } from './saveMetadata.ts'

type Props = { token: TokenDetail; account: string; onClose(): void; onDone(): void }

/** Picture, description and links: signed by the creator's wallet, without a transaction and without gas. */
export function EditMetadata({ token, account, onClose, onDone }: Props) {
  const { metadata } = token
  const [description, setDescription] = useState(metadata?.description ?? '')
  const [website, setWebsite] = useState(metadata?.links['website'] ?? '')
  const [other, setOther] = useState(metadata?.links['x'] ?? '')
  const [picture, setPicture] = useState<Picture>()
  const [isRemoved, setRemoved] = useState(false)
  const { run, busy, problem } = useAction()
  const current = isRemoved ? undefined : (metadata?.image ?? undefined)
  async function save(): Promise<void> {
    const links = { ...metadata?.links, website, x: other }
    const content = {
      token: token.address,
      ...(description && { description }),
      links: Object.fromEntries(Object.entries(links).filter(([, link]) => link)),
    }
    // Saving replaces everything, so a picture that is kept is sent again.
    const kept = current === undefined ? undefined : await readPicture(current)
    await saveMetadata({ content, account, picture: picture ?? kept })
    onDone()
  }
  const footer = (
    <>
      <Problem text={problem} grade="caution" />
      <Button kind="primary" size="large" onClick={() => void run(save, 'Waiting for wallet')} busy={busy}>
        Sign in your wallet, no gas
      </Button>
    </>
  )
  return (
    <Sheet title="Picture and links" onClose={onClose} footer={footer}>
      <p className="muted">
        Saving replaces your picture, description and links. They are shown as your words and are not part of the
        contract.
      </p>
      <PictureField
        address={token.address}
        picture={picture}
        current={current}
        onChange={setPicture}
        onRemove={() => {
          setPicture(undefined)
          setRemoved(true)
        }}
      />
      <Field
        label="Description"
        value={description}
        onChange={setDescription}
        maxLength={500}
        aside={`${[...description].length} of 500`}
      />
      <Field label="Web site" icon="globe" value={website} onChange={setWebsite} placeholder="https://" type="url" />
      <Field label="Profile on X" icon="link" value={other} onChange={setOther} placeholder="https://" type="url" />
    </Sheet>
  )
}
