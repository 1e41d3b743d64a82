import { useState } from 'react'
import type { FileAnswer } from '../../api/boxes.ts'
import { useAction } from '../../api/useAction.ts'
import { Button } from '../../components/Button.tsx'
import { Callout } from '../../components/Callout.tsx'
import { Field } from '../../components/Field.tsx'
import { Problem } from '../../components/Problem.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { UntrustedTag } from '../../components/UntrustedText.tsx'

type Props = {
  file: FileAnswer
  folder: string
  onClose(): void
  onSave(path: string, content: string): Promise<void>
}

/** One file: read, changed, saved. */
export function FileSheet({ file, folder, onClose, onSave }: Props) {
  const isNew = file.path === ''
  const isText = file.encoding !== 'base64'
  const [name, setName] = useState(isNew && folder !== '' ? `${folder}/` : file.path)
  const [content, setContent] = useState(file.content ?? '')
  const { run, busy, problem } = useAction()
  return (
    <Sheet
      title={isNew ? 'New file' : file.path}
      onClose={onClose}
      footer={
        isText && (
          <Button
            kind="primary"
            size="large"
            disabled={name.trim() === '' || name.endsWith('/')}
            onClick={() => void run(() => onSave(name.trim(), content))}
            busy={busy && 'Saving'}
          >
            Save the file
          </Button>
        )
      }
    >
      <Problem text={problem} />
      {isNew ? (
        <Field label="Path" value={name} onChange={setName} placeholder="notes/today.md" />
      ) : (
        <UntrustedTag whose="agent" />
      )}
      {isText ? (
        <textarea
          className="file-text mono text-small"
          aria-label="Content"
          spellCheck={false}
          value={content}
          onChange={(event) => setContent(event.target.value)}
        />
      ) : (
        <Callout grade="note">This file is not text: {file.size.toLocaleString('en-US')} bytes.</Callout>
      )}
    </Sheet>
  )
}
