import { shortAddress } from '#site/format.ts'
import { Steps } from '../components/Steps.tsx'
import type { DoneStep, Step } from './Signing.ts'

const NOTES: Record<Step['kind'], string> = {
  signIn: 'no gas',
  approval: 'transaction',
  permit: 'no gas',
  step: 'transaction',
  transaction: 'transaction',
}

type Props = { done: readonly DoneStep[]; steps: readonly Step[]; isBusy: boolean }

/** The steps taken and the steps that remain, each with its reason. */
export function SigningSteps({ done, steps, isBusy }: Props) {
  const taken = done.map(({ title, why, hash, block }) => ({
    title,
    state: 'done' as const,
    note: hash === undefined ? 'signed' : <span className="mono">{shortAddress(hash)}</span>,
    detail: block === undefined ? why : `Mined in block ${block}.`,
  }))
  const remaining = steps.map(({ kind, title, why }, index) => ({
    title,
    state: index === 0 ? ('now' as const) : ('todo' as const),
    note: NOTES[kind],
    detail: why,
  }))
  return <Steps steps={[...taken, ...remaining]} isBusy={isBusy} />
}
