import { Callout } from '../../components/Callout.tsx'
import { Segments } from '../../components/Segments.tsx'
import { type Draft, firstBuyOf, lockDaysOf, type Problems } from './draft.ts'
import { FeeHolder } from './FeeHolder.tsx'

const OPENINGS = [
  { value: '0', label: 'None' },
  { value: '60', label: '60 s' },
  { value: '120', label: '120 s' },
  { value: '600', label: '10 min' },
] as const
const LOCKS = [
  { value: '0', label: 'None' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
] as const

type Props = { draft: Draft; problems: Problems; change(part: Partial<Draft>): void }

/** The options that make a launch fair; they cannot be changed later. */
export function FairLaunch({ draft, problems, change }: Props) {
  const isOwn = draft.feeHolder === '' && !draft.isSplitting
  const hasBuy = firstBuyOf(draft).value > 0n
  return (
    <>
      <div className="field">
        <span className="field-label">
          <span>Opening</span>
          <span className="label">against snipers</span>
        </span>
        <Segments
          label="Opening"
          value={String(draft.openingSeconds) as (typeof OPENINGS)[number]['value']}
          options={OPENINGS}
          onChange={(value) => change({ openingSeconds: Number(value) })}
        />
        <span className="help">
          {draft.openingSeconds === 0
            ? 'No protection. Bots can buy in the first block.'
            : `For the first ${draft.openingSeconds} seconds part of every buy is burned: 99 % at the start, 0 % at the end. Snipers gain nothing.`}
        </span>
      </div>
      {hasBuy && (
        <div className="field">
          <span className="field-label">
            <span>Lock your first buy</span>
            <span className="label">released second by second</span>
          </span>
          <Segments
            label="Lock your first buy"
            value={String(lockDaysOf(draft)) as (typeof LOCKS)[number]['value']}
            options={LOCKS}
            onChange={(value) => change({ lockDays: Number(value) })}
          />
          <span className="help">
            {isOwn
              ? 'The token holds what you buy and releases it to you second by second.'
              : 'The token holds what you buy and releases it to the fee holder, not to you.'}{' '}
            Buyers see the lock. Locked buys are not burned, even during the opening.
          </span>
          {problems.lockDays !== undefined && (
            <Callout grade="danger" isAlert>
              <b>99 % of your first buy would be burned.</b> {problems.lockDays}
            </Callout>
          )}
        </div>
      )}
      <FeeHolder draft={draft} problems={problems} change={change} />
    </>
  )
}
