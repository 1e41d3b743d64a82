import { useState } from 'react'
import { deleteRule, listRules, type Rule, testRule } from '../../api/rules.ts'
import { useAction } from '../../api/useAction.ts'
import { useQuery } from '../../api/useQuery.ts'
import { Button, LinkButton } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { Problem } from '../../components/Problem.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { Empty } from '../../components/States.tsx'
import { Table } from '../../components/Table.tsx'
import { CreateRule } from './CreateRule.tsx'

/** The rules of one developer; each can be tried and deleted. */
export function Rules({ token }: { token: string }) {
  const rules = useQuery(token, () => listRules(token))
  const { run, problem } = useAction()
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <Card
        title="Rules"
        isPadded={false}
        aside={
          <Button size="small" icon="plus" onClick={() => setCreating(true)}>
            Create rule
          </Button>
        }
      >
        <Problem text={problem} />
        <QueryView query={rules} what="your rules" rows={1} isPadded>
          {(list) => (
            <RuleTable
              rules={list}
              onTest={(id) => void run(() => testRule(token, id).then(rules.reload))}
              onDelete={(id) => void run(() => deleteRule(token, id).then(rules.reload))}
            />
          )}
        </QueryView>
      </Card>
      {isCreating && (
        <CreateRule
          token={token}
          onClose={() => setCreating(false)}
          onCreated={() => {
            setCreating(false)
            rules.reload()
          }}
        />
      )}
    </>
  )
}

type Props = { rules: readonly Rule[]; onTest(id: string): void; onDelete(id: string): void }

function RuleTable({ rules, onTest, onDelete }: Props) {
  if (rules.length === 0) return <Empty title="No rules yet">A rule waits for one type of event.</Empty>
  return (
    <Table columns={['Name', 'Waits for', ['Action', 'hide-small']]} hasActions>
      {rules.map(({ id, name, type, filter, action }) => (
        <tr key={id}>
          <td>
            <bdi>{name}</bdi>
          </td>
          <td className="text-small">
            <span className="mono">{type}</span>{' '}
            <span className="muted">
              {Object.entries(filter)
                .map(([field, value]) => `${field} ${value}`)
                .join(', ')}
            </span>
          </td>
          <td className="hide-small">{action.kind}</td>
          <td className="numeric">
            <LinkButton onClick={() => onTest(id)} aria-label={`Test ${name}`}>
              Test
            </LinkButton>{' '}
            <LinkButton onClick={() => onDelete(id)} aria-label={`Delete ${name}`}>
              Delete
            </LinkButton>
          </td>
        </tr>
      ))}
    </Table>
  )
}
