import { useState } from 'react'
import { type Agent, agentsUrl, type Box, boxesUrl } from '../../api/boxes.ts'
import { useResource } from '../../api/useQuery.ts'
import { authorized } from '../../session/authorized.ts'
import { useSignedIn } from '../../session/SignInButton.tsx'
import { AgentCards } from './AgentCards.tsx'
import { BoxList } from './BoxList.tsx'
import { CreateBox } from './CreateBox.tsx'

const POLL_MS = 20_000

/** The agents to choose from, and the boxes of the signed-in account. */
export function BoxesPage() {
  const address = useSignedIn()
  const agents = useResource<{ agents: Agent[] }>(agentsUrl)
  const boxes = useResource<{ boxes: Box[] }>(address === undefined ? undefined : boxesUrl, {
    read: authorized,
    reader: address,
    pollMs: POLL_MS,
  })
  const [chosen, setChosen] = useState<Agent>()
  return (
    <>
      <div className="head">
        <div className="grow">
          <h1>Boxes</h1>
          <p className="muted">
            An agent in its own isolated process. It reads, explains and prepares transactions. It has no keys and can
            sign nothing.
          </p>
        </div>
      </div>
      <h2 className="section-title">Yours</h2>
      <BoxList boxes={boxes} agents={agents.data?.agents ?? []} isSignedIn={address !== undefined} />
      <h2 className="section-title">Agents</h2>
      <AgentCards agents={agents} onChoose={setChosen} />
      {chosen && <CreateBox agent={chosen} onClose={() => setChosen(undefined)} />}
    </>
  )
}
