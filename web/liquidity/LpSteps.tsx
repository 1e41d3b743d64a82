import { shortAddress } from '#site/format.ts'
import { Icon } from '../components/Icon.tsx'
import type { LpStep } from './steps.ts'
import type { LpFlow } from './useLpFlow.ts'

const NOTES: Record<LpStep['kind'], string> = {
  signIn: 'no gas',
  approval: 'transaction',
  permit: 'no gas',
  transaction: 'transaction',
}

/** What was done and what is to come, each with its reason. */
export function LpSteps({ flow: { done, steps, busy } }: { flow: LpFlow }) {
  return (
    <ol className="steps">
      {done.map(({ title, why, hash, block }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what is done stays where it is
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
            <span className="n">
              {isNow && busy !== undefined ? <span className="spin" /> : done.length + index + 1}
            </span>
            <span className="t">{title}</span>
            <span className="st">{NOTES[kind]}</span>
            <span className="d">{why}</span>
          </li>
        )
      })}
    </ol>
  )
}
