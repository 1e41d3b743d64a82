import type { RequestFailure } from '../../api/request.ts'
import { Failure } from '../../components/States.tsx'
import { SignInButton, useSignedIn } from '../../session/SignInButton.tsx'
import { inviteInAddress } from './invite.ts'
import { JoinButton } from './JoinButton.tsx'

type Props = { roomId: string; failure: RequestFailure; retry(): void }

/** A room that is not there, or is private and not for this reader. */
export function NoRoom({ roomId, failure, retry }: Props) {
  const address = useSignedIn()
  if (failure.status !== 404)
    return (
      <section className="talk" aria-label="Room">
        <div className="pad">
          <Failure title="This room cannot be read now." retry={retry}>
            {failure.message}
          </Failure>
        </div>
      </section>
    )
  return (
    <section className="talk" aria-label="Room">
      <div className="empty">
        <h1>This room is private or does not exist</h1>
        <span>
          {address === undefined
            ? 'Sign in if you are a participant or were invited.'
            : 'You are not a participant. You can join with an invite.'}
        </span>
        <div className="row wrap">
          {address === undefined ? (
            <SignInButton />
          ) : (
            <JoinButton roomId={roomId} needsInvite={inviteInAddress() === undefined} onJoined={retry} />
          )}
          <a className="button" href="/arena">
            All rooms
          </a>
        </div>
      </div>
    </section>
  )
}
