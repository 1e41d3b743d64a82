import { useState } from 'react'
import { age } from '#site/format.ts'
import { Button, LinkButton } from '../../components/Button.tsx'
import { Callout } from '../../components/Callout.tsx'
import { Chip } from '../../components/Chip.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { Empty } from '../../components/States.tsx'
import { Table } from '../../components/Table.tsx'
import { useNow } from '../../components/useNow.ts'
import type { Key } from './keysApi.ts'

type Props = {
  keys: readonly Key[]
  chosen: string | undefined
  onChoose(id: string): void
  onRotate(key: Key): void
  onRevoke(key: Key): void
}
type PendingChange = { key: Key; act: 'rotate' | 'revoke' }

export function KeyTable({ keys, chosen, onChoose, onRotate, onRevoke }: Props) {
  const now = useNow()
  const [asked, setAsked] = useState<PendingChange>()
  if (keys.length === 0)
    return <Empty title="No keys yet">Create one for each machine or agent that calls the API.</Empty>
  return (
    <>
      <Table
        columns={['Name', ['Key', 'hide-small'], ['Scopes', 'hide-medium'], ['Last used', 'hide-small'], 'State']}
        hasActions
      >
        {keys.map((key) => (
          <tr key={key.id} className={key.status === 'active' ? undefined : 'dim'}>
            <td>
              <LinkButton onClick={() => onChoose(key.id)} aria-pressed={chosen === key.id}>
                <bdi>{key.name}</bdi>
              </LinkButton>
            </td>
            <td className="mono text-small hide-small">{key.masked}</td>
            <td className="hide-medium">
              <span className="mono text-small muted">{key.scopes.join(' ')}</span>
            </td>
            <td className="faint hide-small">
              {key.lastUsedAt ? `${age(new Date(key.lastUsedAt), now)} ago` : 'never'}
            </td>
            <td>
              <Chip tone={key.status === 'active' ? 'ok' : 'line'}>{key.status}</Chip>
            </td>
            <td className="numeric">
              {key.status === 'active' && (
                <>
                  <LinkButton onClick={() => setAsked({ key, act: 'rotate' })}>Rotate</LinkButton>{' '}
                  <LinkButton onClick={() => setAsked({ key, act: 'revoke' })}>Revoke</LinkButton>
                </>
              )}
            </td>
          </tr>
        ))}
      </Table>
      {asked && (
        <Confirm
          asked={asked}
          onClose={() => setAsked(undefined)}
          onYes={() => {
            setAsked(undefined)
            if (asked.act === 'rotate') onRotate(asked.key)
            else onRevoke(asked.key)
          }}
        />
      )}
    </>
  )
}

function Confirm({ asked: { key, act }, onClose, onYes }: { asked: PendingChange; onClose(): void; onYes(): void }) {
  const isRevoked = act === 'revoke'
  return (
    <Sheet
      title={isRevoked ? 'Revoke this key?' : 'Rotate this key?'}
      onClose={onClose}
      footer={
        <Button kind={isRevoked ? 'danger' : 'primary'} size="large" onClick={onYes}>
          {isRevoked ? 'Revoke' : 'Rotate'} {key.name}
        </Button>
      }
    >
      <Callout grade={isRevoked ? 'danger' : 'note'}>
        {isRevoked
          ? 'Everything that uses it stops working within a second. This cannot be undone.'
          : 'A new key is shown once. The old key keeps working during the overlap, so that you can replace it.'}
      </Callout>
    </Sheet>
  )
}
