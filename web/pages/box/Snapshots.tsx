import { useState } from 'react'
import {
  type Box,
  deleteSnapshot,
  forkSnapshot,
  restoreBox,
  type Snapshot,
  snapshotsUrl,
  takeSnapshot,
} from '../../api/boxes.ts'
import { leaveFor } from '../../api/leaveFor.ts'
import { useAction } from '../../api/useAction.ts'
import { useResource } from '../../api/useQuery.ts'
import { Button, LinkButton } from '../../components/Button.tsx'
import { Callout } from '../../components/Callout.tsx'
import { Card } from '../../components/Card.tsx'
import { Age } from '../../components/Figures.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Problem } from '../../components/Problem.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { Empty } from '../../components/States.tsx'
import { authorized } from '../../session/authorized.ts'

/** The snapshots of a box: taken, forked, restored and deleted. */
export function Snapshots({ box }: { box: Box }) {
  const [open, setOpen] = useState<Snapshot>()
  const { run, busy, problem } = useAction()
  const kept = useResource<{ snapshots: Snapshot[] }>(snapshotsUrl(box.id), { read: authorized, reader: box.id })
  const take = () => void run(() => takeSnapshot(box.id).then(kept.reload), 'Taking')
  const aside = <Button size="small" kind="ghost" icon="plus" aria-label="Take a snapshot" busy={busy} onClick={take} />
  return (
    <Card title="Snapshots" isPadded={false} aside={aside}>
      {problem !== undefined && (
        <div className="pad">
          <Problem text={problem} />
        </div>
      )}
      <ul className="files">
        {kept.data?.snapshots.map((snapshot) => (
          <li key={snapshot.id}>
            <Icon name="layers" size="small" />
            <span className="grow clip">
              <LinkButton onClick={() => setOpen(snapshot)}>
                <bdi className="text-small">{snapshot.name}</bdi>
              </LinkButton>
            </span>
            <span className="faint text-small">
              <Age at={snapshot.createdAt} />
            </span>
          </li>
        ))}
      </ul>
      <QueryView query={kept} what="the snapshots" rows={1} isPadded>
        {({ snapshots }) =>
          snapshots.length === 0 && <Empty title="No snapshots">Snapshots save files and conversations.</Empty>
        }
      </QueryView>
      {open && <SnapshotSheet box={box} snapshot={open} onClose={() => setOpen(undefined)} reload={kept.reload} />}
    </Card>
  )
}

type SheetProps = { box: Box; snapshot: Snapshot; onClose(): void; reload(): void }

function SnapshotSheet({ box, snapshot, onClose, reload }: SheetProps) {
  const { run, busy, problem } = useAction()
  const [isSure, setSure] = useState(false)
  const fork = () => forkSnapshot(snapshot.id).then(({ box: made }) => leaveFor(`/boxes/${made.id}`))
  const restore = () => restoreBox(box.id, snapshot.id).then(() => leaveFor(`/boxes/${box.id}`))
  const remove = () => deleteSnapshot(snapshot.id).then(reload).then(onClose)
  return (
    <Sheet title={snapshot.name} onClose={onClose}>
      <div className="stack">
        <p className="muted">
          {snapshot.sessions} conversations and {snapshot.bytes.toLocaleString('en-US')} bytes of packed files.
        </p>
        {problem !== undefined && <Problem text={problem} />}
        {isSure ? (
          <Callout grade="danger" title="The files and conversations of this box are deleted.">
            <p>Take a snapshot first to keep them.</p>
            <p>
              <Button kind="danger" busy={busy} onClick={() => void run(restore, 'Restoring')}>
                Restore this snapshot
              </Button>
            </p>
          </Callout>
        ) : (
          <div className="row wrap">
            <Button icon="plus" busy={busy} onClick={() => void run(fork, 'Starting')}>
              New box from it
            </Button>
            <Button disabled={box.status !== 'paused'} onClick={() => setSure(true)}>
              Restore
            </Button>
            <Button kind="danger" icon="trash-2" onClick={() => void run(remove, 'Deleting')}>
              Delete
            </Button>
          </div>
        )}
        {box.status !== 'paused' && <p className="text-small faint">Pause the box to restore a snapshot.</p>}
      </div>
    </Sheet>
  )
}
