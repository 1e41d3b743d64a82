import { type Box, boxesUrl } from '../../api/boxes.ts'
import { useResource } from '../../api/useQuery.ts'
import { Flag } from '../../components/Flag.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { SideList } from '../../components/SideList.tsx'
import { authorized } from '../../session/authorized.ts'

/** The other boxes of the account. */
export function BoxesAside({ box, reader }: { box: Box; reader: string }) {
  const boxes = useResource<{ boxes: Box[] }>(boxesUrl, { read: authorized, reader })
  const items = boxes.data?.boxes.map(({ id, name, agentId, status }) => ({
    id,
    href: `/boxes/${id}`,
    isCurrent: id === box.id,
    name,
    note: `${agentId} · ${id === box.id ? box.status : status}`,
    mark: <Flag address={agentId} isRound size="small" />,
  }))
  return (
    <SideList title="Boxes" href="/boxes" newHref="/boxes" items={items}>
      <QueryView query={boxes} what="your boxes" rows={3}>
        {() => null}
      </QueryView>
    </SideList>
  )
}
