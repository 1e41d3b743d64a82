import { useState } from 'react'
import { paths, prepare, type TokenDetail } from '../../api/launchpad.ts'
import { request } from '../../api/request.ts'
import { Button } from '../../components/Button.tsx'
import { Callout } from '../../components/Callout.tsx'
import { Field } from '../../components/Field.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { connection } from '../../wallet/connection.ts'
import { ask } from '../../wallet/Provider.ts'
import { type Picture, PictureField } from './PictureField.tsx'

type Props = { token: TokenDetail; account: string; onClose(): void; onDone(): void }

/** Picture, description and links: signed by the creator's wallet, without a transaction and without gas. */
export function EditWords({ token, account, onClose, onDone }: Props) {
  const [description, setDescription] = useState(token.metadata?.description ?? '')
  const [website, setWebsite] = useState(token.metadata?.links['website'] ?? '')
  const [other, setOther] = useState(token.metadata?.links['x'] ?? '')
  const [picture, setPicture] = useState<Picture>()
  const [problem, setProblem] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  async function save(): Promise<void> {
    setProblem(undefined)
    setSaving(true)
    const links = { ...(website && { website }), ...(other && { x: other }) }
    const words = { token: token.address, ...(description && { description }), links }
    await saveWords({ words, account, picture }).then(onDone, (error: Error) => setProblem(error.message))
    setSaving(false)
  }
  const footer = (
    <>
      {problem !== undefined && (
        <Callout grade="caution" isAlert>
          {problem}
        </Callout>
      )}
      <Button kind="primary" size="lg" onClick={() => void save()} busy={isSaving ? 'Waiting for wallet' : undefined}>
        Sign in your wallet, no gas
      </Button>
    </>
  )
  return (
    <Sheet title="Picture and links" onClose={onClose} footer={footer}>
      <p className="muted">
        All of it is replaced by what stands here. It is shown as your words, and is not part of the contract.
      </p>
      <PictureField address={token.address} picture={picture} onChange={setPicture} />
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

type Saved = { words: { token: string; links: Record<string, string> }; account: string; picture: Picture | undefined }
type TypedData = { message: { expiry: string } }

/** Has the wallet sign exactly this content, then sends it with the signature. */
export async function saveWords({ words, account, picture }: Saved): Promise<void> {
  const state = connection.get()
  if (state.status !== 'connected') throw new Error('Connect a wallet first.')
  const { typedData } = await prepare({
    action: 'metadata',
    from: account,
    ...words,
    ...(picture && { imageHash: picture.hash }),
  })
  const signature = await ask<string>(state.provider, 'eth_signTypedData_v4', [account, JSON.stringify(typedData)])
  const expiry = Number((typedData as TypedData).message.expiry)
  await request(paths.metadata, {
    method: 'POST',
    body: { ...words, ...(picture && { image: picture.base64 }), expiry, signature },
  })
}
