import { type Box, boxesUrl } from '../../api/boxes.ts'
import { useResource } from '../../api/useQuery.ts'
import { Flag } from '../../components/Flag.tsx'
import { Icon } from '../../components/Icon.tsx'
import { SkeletonRows } from '../../components/States.tsx'
import { authorized } from '../../session/authorized.ts'

/** One's other boxes. */
export function BoxesAside({ box, reader }: { box: Box; reader: string }) {
  const { data, failure } = useResource<{ boxes: Box[] }>(boxesUrl, { read: authorized, reader })
  return (
    <aside className="rooms" aria-label="Boxes">
      <div className="rhd">
        <h2>
          <a href="/boxes">Boxes</a>
        </h2>
        <a className="btn sm" href="/boxes">
          <Icon name="plus" size="s" />
          New
        </a>
      </div>
      {!data && !failure && <SkeletonRows rows={3} label="Reading your boxes" />}
      <ul>
        {data?.boxes.map(({ id, name, agentId, status }) => (
          <li key={id}>
            <a className="rm" href={`/boxes/${id}`} aria-current={id === box.id ? 'page' : undefined}>
              <Flag address={agentId} isRound size="s" />
              <span className="grow">
                <bdi className="clip nm">{name}</bdi>
                <span className="s12 faint">
                  {agentId} · {id === box.id ? box.status : status}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </aside>
  )
}
