import { useState } from 'react'
import { answerConfirmation, type Box, type Confirmation } from '../../api/boxes.ts'
import { Button } from '../../components/Button.tsx'
import { Callout } from '../../components/Callout.tsx'
import { Icon } from '../../components/Icon.tsx'

type Props = { box: Box; confirmations: readonly Confirmation[] }

/** The agent's open requests for permission. */
export function Confirmations({ box, confirmations }: Props) {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState<string>()
  const pending = confirmations.filter(({ status }) => status === 'pending')
  if (pending.length === 0) return null
  async function answer(id: string, option: string) {
    setBusy(id)
    setProblem(undefined)
    await answerConfirmation(box.id, id, option).catch((error: Error) => setProblem(error.message))
    setBusy(undefined)
  }
  return (
    <div className="confirms stack">
      {problem !== undefined && (
        <Callout grade="danger" isAlert>
          {problem}
        </Callout>
      )}
      {pending.map(({ id, title, options }) => (
        <section key={id} className="txc" aria-label="The agent asks" role="alert">
          <header>
            <span className="row">
              <Icon name="circle-help" />
              <b className="b">The agent asks you</b>
            </span>
          </header>
          <p className="unt-block">
            <bdi>{title}</bdi>
          </p>
          <footer>
            {options.map((option) => (
              <Button
                key={option.id}
                busy={busy === id ? 'Answering' : undefined}
                onClick={() => void answer(id, option.id)}
              >
                {option.name}
              </Button>
            ))}
            <span className="grow" />
          </footer>
        </section>
      ))}
    </div>
  )
}
