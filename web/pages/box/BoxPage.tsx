import { useEffect, useState } from 'react'
import { type Agent, agentsUrl, type Box, type BoxSession, boxUrl, sessionsUrl } from '../../api/boxes.ts'
import { useResource } from '../../api/useQuery.ts'
import { Failure, SkeletonRows } from '../../components/States.tsx'
import { DollarPage } from '../../dollars/DollarPage.tsx'
import { authorized } from '../../session/authorized.ts'
import { SignInButton, useSignedIn } from '../../session/SignInButton.tsx'
import { BoxesAside } from './BoxesAside.tsx'
import { BoxHead } from './BoxHead.tsx'
import { BoxSide } from './BoxSide.tsx'
import { Composer } from './Composer.tsx'
import { Conversation } from './Conversation.tsx'
import { useConversation } from './useConversation.ts'

const boxId = location.pathname.split('/').at(-1) ?? ''
const SOON_MS = 1_000
const LATER_MS = 10_000

/** A box: the other boxes at the left, the conversation in the middle, its settings at the right. */
export function BoxPage() {
  const address = useSignedIn()
  const isSignedIn = address !== undefined
  const [isCreating, setCreating] = useState(false)
  const box = useResource<{ box: Box }>(isSignedIn ? boxUrl(boxId) : undefined, {
    read: authorized,
    reader: address,
    pollMs: isCreating ? SOON_MS : LATER_MS,
  })
  const status = box.data?.box.status
  useEffect(() => setCreating(status === 'creating'), [status])
  const agents = useResource<{ agents: Agent[] }>(agentsUrl)
  if (!isSignedIn)
    return (
      <Instead>
        <h1>A box belongs to the account that started it</h1>
        <span>Sign in to see it, if it is yours.</span>
        <SignInButton />
      </Instead>
    )
  if (box.failure?.status === 404)
    return (
      <Instead>
        <h1>You have no box with this id</h1>
        <span>It was deleted, or it belongs to another account.</span>
        <a className="button" href="/boxes">
          All boxes
        </a>
      </Instead>
    )
  if (!box.data && box.failure)
    return (
      <Instead>
        <Failure title="This box could not be read." retry={box.reload}>
          {box.failure.message}
        </Failure>
      </Instead>
    )
  if (!box.data)
    return (
      <section className="talk" aria-label="Box">
        <SkeletonRows rows={5} label="Reading the box" />
      </section>
    )
  const agent = agents.data?.agents.find(({ id }) => id === box.data?.box.agentId)
  return <Loaded box={box.data.box} agent={agent} reader={address} reload={box.reload} />
}

function Instead({ children }: { children: React.ReactNode }) {
  return (
    <section className="talk" aria-label="Box">
      <div className="empty">{children}</div>
    </section>
  )
}

type LoadedProps = { box: Box; agent: Agent | undefined; reader: string; reload(): void }

function Loaded({ box, agent, reader, reload }: LoadedProps) {
  const sessions = useResource<{ sessions: BoxSession[] }>(sessionsUrl(box.id), { read: authorized, reader })
  const [chosen, setChosen] = useState<string | 'new'>()
  const newest = sessions.data?.sessions[0]?.id
  const sessionId = chosen === 'new' ? undefined : (chosen ?? newest)
  const live = useConversation({
    boxId: box.id,
    sessionId,
    onSession(session) {
      setChosen(session.id)
      sessions.reload()
    },
  })
  // The usage of an answer is recorded once it has ended.
  useEffect(() => {
    if (!live.isAtWork) reload()
  }, [live.isAtWork, reload])
  const side = <BoxSide box={box} isAtWork={live.isAtWork} />
  return (
    <>
      <BoxesAside box={box} reader={reader} />
      <section className="talk" aria-label="Box">
        <BoxHead
          box={box}
          agent={agent}
          sessions={sessions.data?.sessions ?? []}
          sessionId={sessionId}
          onChoose={setChosen}
          reload={reload}
          side={side}
        />
        <Conversation box={box} agent={agent} live={live} isReading={!sessions.data && !sessions.failure} />
        <Composer box={box} agent={agent} live={live} sessionId={sessionId} />
      </section>
      <aside className="room-side stack" aria-label="About this box">
        {side}
        <DollarPage />
      </aside>
    </>
  )
}
