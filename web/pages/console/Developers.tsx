import { useState } from 'react'
import { type Act, type Developer, findDevelopers } from '../../api/operators.ts'
import { useQuery } from '../../api/useQuery.ts'
import { LinkButton } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { Chip } from '../../components/Chip.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { SearchField } from '../../components/SearchField.tsx'
import { Empty } from '../../components/States.tsx'
import { Table } from '../../components/Table.tsx'
import { Decide } from './Decide.tsx'

type Chosen = { developer: Developer; act: Act }

/** Developers by wallet or id; each can be blocked, served again, limited, and have its boxes stopped. */
export function Developers({ token }: { token: string }) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<Chosen>()
  const developers = useQuery(`${token} ${search}`, () => findDevelopers(token, search))
  const field = (
    <SearchField
      label="Find a developer"
      placeholder="Wallet or id"
      value={search}
      maxLength={200}
      onChange={setSearch}
    />
  )
  return (
    <>
      <Card title="Developers" isPadded={false} aside={field}>
        <QueryView query={developers} what="the developers" rows={3} isPadded>
          {(list) => <DeveloperTable developers={list} onChoose={setChosen} />}
        </QueryView>
      </Card>
      {chosen && (
        <Decide
          {...chosen}
          token={token}
          onClose={() => setChosen(undefined)}
          onDone={() => {
            setChosen(undefined)
            developers.reload()
          }}
        />
      )}
    </>
  )
}

type Props = { developers: readonly Developer[]; onChoose(chosen: Chosen): void }

function DeveloperTable({ developers, onChoose }: Props) {
  if (developers.length === 0) return <Empty title="No developer found">Search for a wallet address or dev_….</Empty>
  return (
    <Table label="Developers" columns={['Developer', 'State', ['Limits', 'hide-small']]} hasActions>
      {developers.map((developer) => (
        <tr key={developer.id}>
          <td className="breakable">
            <bdi className="mono text-small">{developer.subject}</bdi>
            {developer.block && <p className="muted text-small">{developer.block.reason}</p>}
          </td>
          <td>
            <Chip tone={developer.block ? 'line' : 'ok'}>{developer.block ? 'blocked' : 'served'}</Chip>
          </td>
          <td className="hide-small">× {developer.limitFactor}</td>
          <td className="numeric breakable">
            <Acts developer={developer} onChoose={onChoose} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

function Acts({ developer, onChoose }: { developer: Developer; onChoose(chosen: Chosen): void }) {
  const button = (act: Act, label: string) => (
    <LinkButton onClick={() => onChoose({ developer, act })} aria-label={`${label} ${developer.subject}`}>
      {label}
    </LinkButton>
  )
  return (
    <>
      {developer.block ? button('unblock', 'Unblock') : button('block', 'Block')} {button('limits', 'Limits')}{' '}
      {button('boxes/end', 'End boxes')}
    </>
  )
}
