import { answerConfirmation, type Box, type Confirmation } from '../../api/boxes.ts'
import { useAction } from '../../api/useAction.ts'
import { Button } from '../../components/Button.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Problem } from '../../components/Problem.tsx'

type Props = { box: Box; confirmations: readonly Confirmation[] }

/** The agent's open requests for permission. */
export function Confirmations({ box, confirmations }: Props) {
  const { run, busy, problem } = useAction()
  const pending = confirmations.filter(({ status }) => status === 'pending')
  if (pending.length === 0) return null
  return (
    <div className="confirmations stack">
      <Problem text={problem} />
      {pending.map(({ id, title, options }) => (
        <section key={id} className="transaction-card" aria-label="The agent asks" role="alert">
          <header>
            <span className="row">
              <Icon name="circle-help" />
              <b className="bold">The agent asks you</b>
            </span>
          </header>
          <p className="untrusted-block">
            <bdi>{title}</bdi>
          </p>
          {/* The agent words its options: each is quoted, so that none looks like a button of this site. */}
          <footer>
            {options.map((option) => (
              <Button
                key={option.id}
                busy={busy === id ? 'Answering' : undefined}
                onClick={() => void run(() => answerConfirmation(box.id, id, option.id), id)}
              >
                <span>
                  Answer “<bdi>{option.name}</bdi>”
                </span>
              </Button>
            ))}
            <span className="grow" />
          </footer>
        </section>
      ))}
    </div>
  )
}
