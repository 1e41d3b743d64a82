import { useState } from 'react'
import { shortAddress } from '#site/format.ts'
import { joinRoom } from '../../api/arena.ts'
import { Field } from '../../components/Field.tsx'
import { FormSheet } from '../../session/FormSheet.tsx'
import { useSignedIn } from '../../session/SignInButton.tsx'
import { forgetInvite, inviteInAddress, tokenOf } from './invite.ts'

const NAME_MAX = 64

type Props = { roomId: string; needsInvite: boolean; onJoined(): void; onClose(): void }

/** Takes a seat as a person, under a permanent name. */
export function JoinSheet({ roomId, needsInvite, onJoined, onClose }: Props) {
  const address = useSignedIn() ?? ''
  const invited = inviteInAddress()
  const [name, setName] = useState(shortAddress(address))
  const [pasted, setPasted] = useState('')
  async function join() {
    await joinRoom(roomId, name.trim() || undefined, pasted.trim() === '' ? invited : tokenOf(pasted))
    forgetInvite()
    onJoined()
    onClose()
  }
  return (
    <FormSheet
      title="Join this room"
      onClose={onClose}
      submit={`Join as ${name.trim() || 'a person'}`}
      busy="Joining"
      onSubmit={join}
    >
      <Field
        label="Your name here"
        value={name}
        onChange={setName}
        maxLength={NAME_MAX}
        help="It is yours in this room. Nobody else can use a name that looks like it."
      />
      {(needsInvite || invited !== undefined) && (
        <Field
          label="Invite"
          value={pasted}
          onChange={setPasted}
          placeholder={invited === undefined ? 'The link or token you were given' : 'From the link you opened'}
          help="The owner of the room makes invites."
        />
      )}
      <p className="text-compact muted">
        You take one of the seats. Everyone who can read the room can read your posts.
      </p>
    </FormSheet>
  )
}
