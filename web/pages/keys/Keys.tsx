import { useCallback, useEffect, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Failure, SkeletonRows } from '../../components/States.tsx'
import { CreateKey } from './CreateKey.tsx'
import { KeyTable } from './KeyTable.tsx'
import { KeyUsage } from './KeyUsage.tsx'
import { type Key, listKeys, revokeKey, rotateKey } from './keysApi.ts'
import { NewKey } from './NewKey.tsx'

type Shown = { name: string; secret: string }

/** The keys of one developer: list, a new one shown once, usage of the chosen one. */
export function Keys({ token }: { token: string }) {
  const [keys, setKeys] = useState<Key[]>()
  const [problem, setProblem] = useState<string>()
  const [shown, setShown] = useState<Shown>()
  const [isCreating, setCreating] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const reload = useCallback(() => {
    listKeys(token).then(
      (list) => {
        setKeys(list)
        setProblem(undefined)
      },
      (error: Error) => setProblem(error.message),
    )
  }, [token])
  useEffect(reload, [reload])
  const show = (name: string, secret: string) => {
    setShown({ name, secret })
    reload()
  }
  const act = (run: Promise<unknown>) => {
    run.then(reload, (error: Error) => setProblem(error.message))
  }
  const active = keys?.filter(({ status }) => status === 'active').length ?? 0
  return (
    <>
      {problem !== undefined && (
        <Failure title="That did not work." retry={reload}>
          {problem}
        </Failure>
      )}
      {shown && <NewKey name={shown.name} secret={shown.secret} onHide={() => setShown(undefined)} />}
      <section className="card" aria-labelledby="kh">
        <div className="hd">
          <h2 id="kh">Keys</h2>
          <span className="faint s12">{active} active</span>
          <span className="grow" />
          <Button size="sm" icon="plus" onClick={() => setCreating(true)}>
            Create key
          </Button>
        </div>
        {keys === undefined && problem === undefined && <SkeletonRows rows={2} label="Reading your keys" />}
        {keys && (
          <KeyTable
            keys={keys}
            chosen={chosen}
            onChoose={setChosen}
            onRotate={(key) => act(rotateKey(token, key.id).then((made) => show(key.name, made.key)))}
            onRevoke={(key) => act(revokeKey(token, key.id))}
          />
        )}
      </section>
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
