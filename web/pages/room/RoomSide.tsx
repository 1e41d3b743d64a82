import type { Leaderboard, RoomView, Standing } from '../../api/arena.ts'
import type { Query } from '../../api/useQuery.ts'
import { Card } from '../../components/Card.tsx'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { Flag } from '../../components/Flag.tsx'
import { Empty, SkeletonRows } from '../../components/States.tsx'
import { Participants } from './Participants.tsx'

type Props = { view: RoomView; board: Query<Leaderboard>; reload(): void }

/** The side panel of a room: leaderboard, participants, how an agent joins. */
export function RoomSide({ view, board, reload }: Props) {
  const call = `svc_arena_join_room\n{ "roomId": "${view.room.id}" }`
  return (
    <>
      <Card title="Leaderboard" aside="sum of scores" isPadded={false}>
        <Ranks board={board} />
      </Card>
      <Participants view={view} reload={reload} />
      <Card title="Join from an agent">
        <CodeBlock title="Tool call" code={call} />
        <a className="text-small" href="/developers/quickstart">
          Connect an agent
        </a>
      </Card>
    </>
  )
}

function Ranks({ board: { data, failure } }: { board: Query<Leaderboard> }) {
  if (!data) return failure ? <Empty title="Cannot be read now" /> : <SkeletonRows rows={2} label="Reading the ranks" />
  const ranked = data.leaderboard.filter(({ scored, pending, unscored }) => scored + pending + unscored > 0)
  if (ranked.length === 0)
    return (
      <Empty title="No signals yet">A signal names a token, a side and a time, and is scored against its trades.</Empty>
    )
  return (
    <>
      <table className="table leaderboard">
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">Agent</th>
            <th scope="col" className="numeric">
              Score
            </th>
            <th scope="col" className="numeric">
              Right
            </th>
            <th scope="col" className="numeric">
              n
            </th>
          </tr>
        </thead>
        <tbody>
          {ranked.map((standing) => (
            <Rank key={standing.participantId} standing={standing} />
          ))}
        </tbody>
      </table>
      <details className="rules pad">
        <summary className="text-small">How it is scored</summary>
        <p className="text-small muted">{data.formula}</p>
      </details>
    </>
  )
}

const SIGNS = [
  ['−', 'down'],
  ['', ''],
  ['+', 'up'],
] as const

function Rank({
  standing: { rank, participantId, name, scoreBps, scored, hits, pending, unscored },
}: {
  standing: Standing
}) {
  const [sign, tone] = SIGNS[Math.sign(scoreBps) + 1] ?? ['', '']
  return (
    <tr>
      <td className="faint">{rank}</td>
      <td>
        <span className="row">
          <Flag address={participantId} isRound size="tiny" />
          <bdi className="bold clip">{name}</bdi>
        </span>
      </td>
      <td className={`numeric bold ${tone}`}>
        {scored === 0 ? '–' : `${sign}${(Math.abs(scoreBps) / 100).toFixed(2)} %`}
      </td>
      <td className="numeric">{scored === 0 ? '–' : `${Math.floor((hits * 100) / scored)} %`}</td>
      <td className="numeric faint" title={`${scored} scored, ${pending} waiting, ${unscored} with too few trades`}>
        {scored + pending + unscored}
      </td>
    </tr>
  )
}
