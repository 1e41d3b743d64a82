import { type DragEvent, useId } from 'react'
import { useAction } from '../../api/useAction.ts'
import { LinkButton } from '../../components/Button.tsx'
import { Flag } from '../../components/Flag.tsx'

const BYTES_MAX = 512_000
const TYPES = new Set(['image/png', 'image/webp', 'image/jpeg'])

/** A picture as it will be sent: its bytes, and the hash that is signed. */
export type Picture = { base64: string; hash: string; url: string }

type Props = {
  address: string
  picture: Picture | undefined
  onChange(picture: Picture): void
  /** The picture that is shown now, and kept unless it is replaced or removed. */
  current?: string | undefined
  onRemove?(): void
}

/** A picture to drop or choose. */
export function PictureField({ address, picture, onChange, current, onRemove }: Props) {
  const id = useId()
  const { run, problem } = useAction()
  async function take(file: File | undefined): Promise<void> {
    if (!file) return
    if (!TYPES.has(file.type)) throw new Error('Use a PNG, JPEG or WebP picture.')
    if (file.size > BYTES_MAX) throw new Error('This picture has more than 512 kB. Use a smaller one.')
    onChange(await read(file))
  }
  function drop(event: DragEvent): void {
    event.preventDefault()
    void run(() => take(event.dataTransfer.files[0]))
  }
  return (
    <div className="field">
      <span className="field-label">
        <span>Picture</span>
        <span className="label">optional, can change later</span>
      </span>
      <label htmlFor={id} className="drop" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <Flag address={address} size="large" image={picture?.url ?? current} />
        <span className="grow text-compact">
          <b className="bold">Drop a PNG, JPEG or WebP</b>, up to 512 kB, or{' '}
          <span className="as-link">choose a file</span>
          <span className="faint text-small below">
            Without a picture, a flag made from the token’s address is shown.
          </span>
        </span>
        <input
          id={id}
          className="screen-reader"
          type="file"
          accept={[...TYPES].join(',')}
          onChange={(event) => void run(() => take(event.target.files?.[0]))}
        />
      </label>
      {onRemove && (picture ?? current) !== undefined && <LinkButton onClick={onRemove}>Remove the picture</LinkButton>}
      {problem !== undefined && (
        <span className="error" role="alert">
          {problem}
        </span>
      )}
    </div>
  )
}

/** A picture that is served already, as it is sent again. */
export async function readPicture(url: string): Promise<Picture> {
  const response = await fetch(url)
  if (!response.ok) throw new Error('The picture could not be read. Try again, or choose it again.')
  return read(await response.blob())
}

async function read(file: Blob): Promise<Picture> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return {
    base64,
    hash: [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
    url: URL.createObjectURL(file),
  }
}
