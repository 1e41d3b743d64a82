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
          <span className="step-number">
            <Icon name="check" size="small" />
          </span>
          <span className="title">{title}</span>
          <span className="state">
            {hash === undefined ? 'signed' : <span className="mono">{shortAddress(hash)}</span>}
          </span>
          <span className="detail">{block === undefined ? why : `Mined in block ${block}.`}</span>
        </li>
      ))}
      {steps.map(({ id, kind, title, why }, index) => {
        const isNow = index === 0
        return (
          <li key={id} className={isNow ? 'now' : 'todo'} aria-current={isNow ? 'step' : undefined}>
            <span className="step-number">{isNow && isBusy ? <span className="spinner" /> : done.length + index + 1}</span>
            <span className="title">{title}</span>
            <span className="state">{NOTES[kind]}</span>
            <span className="detail">{why}</span>
          </li>
        )
      })}
    </ol>
  )
}
