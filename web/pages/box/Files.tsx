import { useEffect, useState } from 'react'
import { type Box, type FileAnswer, readFiles, writeFile } from '../../api/boxes.ts'
import { useAction } from '../../api/useAction.ts'
import { useQuery } from '../../api/useQuery.ts'
import { Button, LinkButton } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Problem } from '../../components/Problem.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { Empty } from '../../components/States.tsx'
import { FileSheet } from './FileSheet.tsx'

const NEW_FILE: FileAnswer = { path: '', kind: 'file', size: 0, content: '', encoding: 'utf8' }

/** The files of a box: folders are gone through, files read and written. */
export function Files({ box, version }: { box: Box; version: number }) {
  const [path, setPath] = useState('')
  const [open, setOpen] = useState<FileAnswer>()
  const { run, problem } = useAction()
  const key = box.status === 'creating' ? undefined : `${box.id} ${path}`
  const folder = useQuery<FileAnswer>(key, () => readFiles(box.id, path))
  const { reload } = folder
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the agent did may have changed the files
  useEffect(reload, [version, reload])
  async function save(name: string, content: string) {
    await writeFile(box.id, name, content)
    setOpen(undefined)
    reload()
  }
  const openFile = (name: string) => void run(async () => setOpen(await readFiles(box.id, name)))
  const inside = (name: string) => (path === '' ? name : `${path}/${name}`)
  // The entries of the folder before must not be opened in this one.
  const shown = { ...folder, data: folder.dataKey === key ? folder.data : undefined }
  const newFile = (
    <Button size="small" kind="ghost" icon="plus" aria-label="New file" onClick={() => setOpen(NEW_FILE)} />
  )
  return (
    <Card title="Workspace" note={path} isPadded={false} aside={newFile}>
      {problem !== undefined && (
        <div className="pad">
          <Problem text={problem} />
        </div>
      )}
      <ul className="files">
        {path !== '' && (
          <li>
            <Icon name="arrow-up" size="small" />
            <LinkButton onClick={() => setPath(path.split('/').slice(0, -1).join('/'))}>Up</LinkButton>
          </li>
        )}
        {shown.data?.entries?.map(({ name, kind, size }) => (
          <li key={name}>
            <Icon name={kind === 'folder' ? 'layers' : 'file-text'} size="small" />
            <span className="grow clip">
              <LinkButton
                disabled={kind === 'other'}
                onClick={() => (kind === 'folder' ? setPath : openFile)(inside(name))}
              >
                <bdi className="mono text-small">{name}</bdi>
              </LinkButton>
            </span>
            <span className="faint text-small">
              {kind === 'folder' ? 'folder' : `${size.toLocaleString('en-US')} B`}
            </span>
          </li>
        ))}
      </ul>
      <QueryView query={shown} what="the files" rows={1} isPadded>
        {({ entries = [] }) =>
          entries.length === 0 && <Empty title="No files">The agent and you can write here.</Empty>
        }
      </QueryView>
      {open && <FileSheet file={open} folder={path} onClose={() => setOpen(undefined)} onSave={save} />}
    </Card>
  )
}
