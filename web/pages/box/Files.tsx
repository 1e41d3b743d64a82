import { useCallback, useEffect, useRef, useState } from 'react'
import { type Box, type FileAnswer, readFiles, writeFile } from '../../api/boxes.ts'
import { Button, LinkButton } from '../../components/Button.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Empty, Failure, SkeletonRows } from '../../components/States.tsx'
import { FileSheet } from './FileSheet.tsx'

/** The files of a box: folders are gone through, files read and written. */
export function Files({ box, version }: { box: Box; version: number }) {
  const [path, setPath] = useState('')
  const [folder, setFolder] = useState<FileAnswer>()
  const [open, setOpen] = useState<FileAnswer>()
  const [problem, setProblem] = useState<string>()
  // The folder that was asked for last; what answers later for another one comes too late.
  const asked = useRef('')
  const look = useCallback(
    (wanted: string) => {
      asked.current = wanted
      return readFiles(box.id, wanted).then(
        (answer) => {
          if (asked.current !== wanted) return
          setProblem(undefined)
          setPath(wanted)
          setFolder(answer)
        },
        (error: Error) => setProblem(error.message),
      )
    },
    [box.id],
  )
  const openFile = (name: string) =>
    readFiles(box.id, name).then(
      (answer) => {
        setProblem(undefined)
        setOpen(answer)
      },
      (error: Error) => setProblem(error.message),
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the agent did may have changed the files
  useEffect(() => {
    if (box.status !== 'creating') void look(asked.current)
  }, [box.status, version, look])
  async function save(name: string, content: string) {
    await writeFile(box.id, name, content)
    setOpen(undefined)
    await look(asked.current)
  }
  const entries = folder?.entries ?? []
  const inside = (name: string) => (path === '' ? name : `${path}/${name}`)
  return (
    <section className="card" aria-label="Workspace">
      <div className="hd">
        <h2>Workspace</h2>
        <span className="faint s12">{path === '' ? '' : path}</span>
        <span className="grow" />
        <Button
          size="sm"
          kind="ghost"
          icon="plus"
          aria-label="New file"
          onClick={() => setOpen({ path: '', kind: 'file', size: 0, content: '', encoding: 'utf8' })}
        />
      </div>
      {problem !== undefined && (
        <div className="pad">
          <Failure title="The files cannot be read now." retry={() => void look(path)}>
            {problem}
          </Failure>
        </div>
      )}
      {!folder && problem === undefined && <SkeletonRows rows={1} label="Reading the files" />}
      {folder && entries.length === 0 && <Empty title="No files">The agent and you can write here.</Empty>}
      <ul className="files">
        {path !== '' && (
          <li>
            <Icon name="arrow-up" size="s" />
            <LinkButton onClick={() => void look(path.split('/').slice(0, -1).join('/'))}>Up</LinkButton>
          </li>
        )}
        {entries.map(({ name, kind, size }) => (
          <li key={name}>
            <Icon name={kind === 'folder' ? 'layers' : 'file-text'} size="s" />
            <span className="grow clip">
              <LinkButton
                disabled={kind === 'other'}
                onClick={() => void (kind === 'folder' ? look : openFile)(inside(name))}
              >
                <bdi className="mono s12">{name}</bdi>
              </LinkButton>
            </span>
            <span className="faint s12">{kind === 'folder' ? 'folder' : `${size.toLocaleString('en-US')} B`}</span>
          </li>
        ))}
      </ul>
      {open && <FileSheet file={open} folder={path} onClose={() => setOpen(undefined)} onSave={save} />}
    </section>
  )
}
