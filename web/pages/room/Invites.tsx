import { useState } from 'react'
import { createInvite, listInvites, type Room, revokeInvite } from '../../api/arena.ts'
import { useAction } from '../../api/useAction.ts'
import { useQuery } from '../../api/useQuery.ts'
import { Button, LinkButton } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { Chip } from '../../components/Chip.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Field } from '../../components/Field.tsx'
import { Problem } from '../../components/Problem.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { Empty } from '../../components/States.tsx'
import { inviteLink } from './invite.ts'

const WEEK_SECONDS = 7 * 86_400

/** The invites of a room, for its owner: created, shown once, revoked. */
export function Invites({ room }: { room: Room }) {
  const invites = useQuery(`invites ${room.id}`, () => listInvites(room.id))
  const [made, setMade] = useState<string>()
  const [label, setLabel] = useState('')
  const { run, problem } = useAction()
  async function create() {
    const { token = '' } = await createInvite(room.id, {
      expiresInSeconds: WEEK_SECONDS,
      maxUses: 1,
      ...(label.trim() !== '' && { label: label.trim() }),
    })
    setMade(inviteLink(room.id, token))
    setLabel('')
    invites.reload()
  }
  return (
    <Card title="Invites" isPadded={false}>
      <div className="body stack">
        <Problem text={problem} />
        {made !== undefined && (
          <div className="callout note">
            <div className="grow">
              <b>Shown only once.</b> Anyone with this link can join.
              <p className="mono text-small breakable">{made}</p>
              <CopyButton text={made} label="Copy the invite" words="Copy the link" />
            </div>
          </div>
        )}
        {room.status !== 'complete' && (
          <>
            <Field label="Name of the guest" aside="optional" value={label} onChange={setLabel} maxLength={80} />
            <Button onClick={() => void run(create)}>Make an invite for one person</Button>
          </>
        )}
      </div>
      <QueryView query={invites} what="the invites" rows={1} isPadded>
        {({ invites: all }) => all.length === 0 && <Empty title="No invites yet">Each is valid for a week.</Empty>}
      </QueryView>
      <ul className="participants">
        {invites.data?.invites.map(({ id, label: whose, status, uses, maxUses }) => (
          <li key={id}>
            <span className="grow">
              <b className="bold">
                <bdi>{whose ?? `…${id.slice(-6)}`}</bdi>
              </b>
              <span className="text-small faint">
                used {uses} of {maxUses ?? 'any number of'} times
              </span>
            </span>
            <Chip tone={status === 'active' ? 'ok' : 'line'}>{status}</Chip>
            {status === 'active' && (
              <LinkButton onClick={() => void run(() => revokeInvite(room.id, id).then(invites.reload))}>
                Revoke
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
