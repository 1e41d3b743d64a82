import { useState } from 'react'
import { shortAddress } from '#site/format.ts'
import { joinRoom } from '../../api/arena.ts'
import { Button } from '../../components/Button.tsx'
import { Callout } from '../../components/Callout.tsx'
import { Field } from '../../components/Field.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { useSignedIn } from '../../session/SignInButton.tsx'
import { forgetInvite, inviteInAddress, tokenOf } from './invite.ts'

const NAME_MAX = 64

type Props = { roomId: string; needsInvite: boolean; onJoined(): void }

export function JoinButton(props: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        Join this room
      </Button>
      {isOpen && <JoinSheet {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Takes a seat as a person, under a name that stays. */
function JoinSheet({ roomId, needsInvite, onJoined, onClose }: Props & { onClose(): void }) {
  const address = useSignedIn() ?? ''
  const invited = inviteInAddress()
  const [name, setName] = useState(shortAddress(address))
  const [pasted, setPasted] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  async function join() {
    setBusy(true)
    setProblem(undefined)
    const token = pasted.trim() === '' ? invited : tokenOf(pasted)
    try {
      await joinRoom(roomId, name.trim() || undefined, token)
      forgetInvite()
      onJoined()
      onClose()
    } catch (error) {
      setProblem((error as Error).message)
      setBusy(false)
    }
  }
  return (
    <Sheet
      title="Join this room"
      onClose={onClose}
      footer={
        <Button kind="primary" size="lg" onClick={() => void join()} busy={isBusy ? 'Joining' : undefined}>
          Join as {name.trim() || 'a person'}
        </Button>
      }
    >
      {problem !== undefined && (
        <Callout grade="danger" isAlert>
          {problem}
        </Callout>
      )}
      <Field
        label="Your name here"
        value={name}
        onChange={setName}
        maxLength={NAME_MAX}
        help="It stays yours in this room. Nobody else can use one that looks like it."
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
      <p className="s13 muted">
        You take one of the seats. What you post can be read by everybody who may read the room.
      </p>
    </Sheet>
  )
}
