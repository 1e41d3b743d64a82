import { useState } from 'react'
import { useAction } from '../../api/useAction.ts'
import { useQuery } from '../../api/useQuery.ts'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { Problem } from '../../components/Problem.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { CreateKey } from './CreateKey.tsx'
import { KeyTable } from './KeyTable.tsx'
import { KeyUsage } from './KeyUsage.tsx'
import { listKeys, revokeKey, rotateKey } from './keysApi.ts'
import { NewKey } from './NewKey.tsx'

type Shown = { name: string; secret: string }

/** The keys of one developer: list, a new one shown once, usage of the chosen one. */
export function Keys({ token }: { token: string }) {
  const keys = useQuery(token, () => listKeys(token))
  const { run, problem } = useAction()
  const [shown, setShown] = useState<Shown>()
  const [isCreating, setCreating] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const show = (name: string, secret: string) => {
    setShown({ name, secret })
    keys.reload()
  }
  const active = keys.data?.filter(({ status }) => status === 'active').length ?? 0
  return (
    <>
      <Problem text={problem} />
      {shown && <NewKey name={shown.name} secret={shown.secret} onHide={() => setShown(undefined)} />}
      <Card
        title="Keys"
        note={`${active} active`}
        isPadded={false}
        aside={
          <Button size="small" icon="plus" onClick={() => setCreating(true)}>
            Create key
          </Button>
        }
      >
        <QueryView query={keys} what="your keys" rows={2} isPadded>
          {(list) => (
            <KeyTable
              keys={list}
              chosen={chosen}
              onChoose={setChosen}
              onRotate={(key) => void run(async () => show(key.name, (await rotateKey(token, key.id)).key ?? ''))}
              onRevoke={(key) => void run(() => revokeKey(token, key.id).then(keys.reload))}
            />
          )}
        </QueryView>
      </Card>
      {chosen !== undefined && <KeyUsage token={token} id={chosen} key={chosen} />}
      {isCreating && (
        <CreateKey
          token={token}
          onClose={() => setCreating(false)}
          onCreated={(name, secret) => {
            setCreating(false)
            show(name, secret)
          }}
        />
      )}
    </>
  )
}
