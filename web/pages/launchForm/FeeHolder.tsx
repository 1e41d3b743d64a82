import { useState } from 'react'
import { FullAddress } from '../../components/AddressChip.tsx'
import { Callout } from '../../components/Callout.tsx'
import { Segments } from '../../components/Segments.tsx'
import { AddressField } from '../../names/AddressField.tsx'
import type { Draft, Problems } from './draft.ts'
import { SplitForm } from './SplitForm.tsx'

type Holder = 'me' | 'other' | 'split'

const HOLDERS = [
  { value: 'me', label: 'Me' },
  { value: 'other', label: 'Another account' },
  { value: 'split', label: 'Several' },
] as const
const HELP: Record<Holder, string> = {
  me: 'You get half of all trade fees, on the curve and later in the pool.',
  other: 'It gets half of all trade fees and the creator role, and with it your first buy if you lock it.',
  split:
    'A contract divides half of all trade fees among up to ten accounts. The shares are permanent. If you lock your first buy, it is divided as well.',
}

type Props = { draft: Draft; problems: Problems; change(part: Partial<Draft>): void }

/** The recipient of the creator's half of the fees: the creator, another account, or several through a fee split. */
export function FeeHolder({ draft, problems, change }: Props) {
  const [holder, setHolder] = useState<Holder>('me')
  const hasSplit = holder === 'split' && draft.feeHolder !== ''
  return (
    <div className="field">
      <span className="field-label">
        <span>Who gets the creator’s fees</span>
        <span className="label">permanent</span>
      </span>
      <Segments
        label="Who gets the creator’s fees"
        value={holder}
        options={HOLDERS}
        onChange={(value) => {
          setHolder(value)
          change({ feeHolder: '', isSplitting: value === 'split', shares: undefined })
        }}
      />
      <span className="help">{HELP[holder]}</span>
      {holder === 'other' && (
        <AddressField
          label="Fee holder"
          isLabelHidden
          value={draft.feeHolder}
          onChange={(feeHolder) => change({ feeHolder })}
          error={problems.feeHolder}
        />
      )}
      {holder === 'split' && !hasSplit && (
        <SplitForm onReady={(feeHolder, shares) => change({ feeHolder, isSplitting: false, shares })} />
      )}
      {problems.metadata !== undefined && (
        <Callout grade="danger" isAlert>
          {problems.metadata}
        </Callout>
      )}
      {hasSplit && (
        <Callout grade="note">
          <b>The fee split is ready.</b> The launch {draft.shares && 'creates it in the same signature and '}makes it
          the fee holder: <FullAddress address={draft.feeHolder} />
        </Callout>
      )}
    </div>
  )
}
