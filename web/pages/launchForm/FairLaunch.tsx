import { Callout } from '../../components/Callout.tsx'
import { Segments } from '../../components/Segments.tsx'
import { type Draft, firstBuyOf, type Problems } from './draft.ts'
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

/** What makes a launch fair, in plain words; chosen once and for ever. */
export function FairLaunch({ draft, problems, change }: Props) {
  const hasBuy = firstBuyOf(draft).value > 0n
  return (
    <>
      <div className="field">
        <span className="lab">
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
            ? 'Everybody pays the price of the curve from the first second. Programs will be first.'
            : 'The first buys get 1 % of their tokens, later ones more, until all of them at the end. The rest is burned. Being first is worth nothing.'}
        </span>
      </div>
      {hasBuy && (
        <div className="field">
          <span className="lab">
            <span>Lock your first buy</span>
            <span className="label">released day by day</span>
          </span>
          <Segments
            label="Lock your first buy"
            value={String(draft.lockDays) as (typeof LOCKS)[number]['value']}
            options={LOCKS}
            onChange={(value) => change({ lockDays: Number(value) })}
          />
          <span className="help">
            The token itself holds what you buy and releases it to you bit by bit. Buyers see it. A locked buy gets all
            its tokens, also in an opening.
          </span>
          {problems.lockDays !== undefined && (
            <Callout grade="danger" isAlert>
              <b>99 % of your first buy would be burned.</b> {problems.lockDays}
            </Callout>
          )}
        </div>
      )}
      <FeeHolder draft={draft} problems={problems} change={change} />
    </>
  )
}
