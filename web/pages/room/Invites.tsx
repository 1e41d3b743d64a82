import { useCallback, useEffect, useState } from 'react'
import { createInvite, type Invite, listInvites, type Room, revokeInvite } from '../../api/arena.ts'
import { Button, LinkButton } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Field } from '../../components/Field.tsx'
import { Empty, Failure, SkeletonRows } from '../../components/States.tsx'
import { inviteLink } from './invite.ts'

const WEEK_SECONDS = 7 * 86_400

/** The invites of a room, for its owner: made, shown once, taken back. */
export function Invites({ room }: { room: Room }) {
  const [invites, setInvites] = useState<Invite[]>()
  const [made, setMade] = useState<string>()
  const [label, setLabel] = useState('')
  const [problem, setProblem] = useState<string>()
  const read = useCallback(() => {
    listInvites(room.id).then(
      (answer) => setInvites(answer.invites),
      (error: Error) => setProblem(error.message),
    )
  }, [room.id])
  useEffect(read, [read])
  const act = (run: Promise<unknown>) => {
    setProblem(undefined)
    run.then(read, (error: Error) => setProblem(error.message))
  }
  const create = () =>
    act(
      createInvite(room.id, {
        expiresInSeconds: WEEK_SECONDS,
        maxUses: 1,
        ...(label.trim() !== '' && { label: label.trim() }),
      }).then(({ token }) => {
        setMade(inviteLink(room.id, token))
        setLabel('')
      }),
    )
  return (
    <section className="card" aria-label="Invites">
      <div className="hd">
        <h2>Invites</h2>
      </div>
      <div className="bd stack">
        {problem !== undefined && <Failure title="That did not work.">{problem}</Failure>}
        {made !== undefined && (
          <div className="callout note">
            <div className="grow">
              <b>Shown only once.</b> Anyone with this link can join.
              <p className="mono s12 addr-full">{made}</p>
              <CopyButton text={made} label="Copy the invite" words="Copy the link" />
            </div>
          </div>
        )}
        {room.status !== 'complete' && (
          <>
            <Field label="For whom" aside="optional" value={label} onChange={setLabel} maxLength={80} />
            <Button onClick={create}>Make an invite for one person</Button>
          </>
        )}
      </div>
      {!invites && problem === undefined && <SkeletonRows rows={1} label="Reading the invites" />}
      {invites?.length === 0 && <Empty title="No invites yet">Each is good for a week.</Empty>}
      <ul className="parts">
        {invites?.map(({ id, label: whose, status, uses, maxUses }) => (
          <li key={id}>
            <span className="grow">
              <b className="b">
                <bdi>{whose ?? `…${id.slice(-6)}`}</bdi>
              </b>
              <span className="s12 faint">
                used {uses} of {maxUses ?? 'any number of'} times
              </span>
            </span>
            <Chip tone={status === 'active' ? 'ok' : 'line'}>{status}</Chip>
            {status === 'active' && <LinkButton onClick={() => act(revokeInvite(room.id, id))}>Revoke</LinkButton>}
          </li>
        ))}
      </ul>
    </section>
  )
}
