import { shortAddress } from '#site/format.ts'
import { Icon } from '../components/Icon.tsx'
import type { DoneStep, Step } from './Signing.ts'

const NOTES: Record<Step['kind'], string> = {
  signIn: 'no gas',
  approval: 'transaction',
  permit: 'no gas',
  transaction: 'transaction',
}

type Props = { done: readonly DoneStep[]; steps: readonly Step[]; isBusy: boolean }

/** The steps taken and the steps that remain, each with its reason. */
export function SigningSteps({ done, steps, isBusy }: Props) {
  return (
    <ol className="steps">
      {done.map(({ title, why, hash, block }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps that are done keep their order
        <li key={`done ${index}`} className="done">
          <span className="n">
            <Icon name="check" size="s" />
          </span>
          <span className="t">{title}</span>
          <span className="st">
            {hash === undefined ? 'signed' : <span className="mono">{shortAddress(hash)}</span>}
          </span>
          <span className="d">{block === undefined ? why : `Mined in block ${block}.`}</span>
        </li>
      ))}
      {steps.map(({ id, kind, title, why }, index) => {
        const isNow = index === 0
        return (
          <li key={id} className={isNow ? 'now' : 'todo'} aria-current={isNow ? 'step' : undefined}>
            <span className="n">{isNow && isBusy ? <span className="spin" /> : done.length + index + 1}</span>
            <span className="t">{title}</span>
            <span className="st">{NOTES[kind]}</span>
            <span className="d">{why}</span>
          </li>
        )
      })}
    </ol>
  )
}
