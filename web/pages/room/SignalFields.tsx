import { Field } from '../../components/Field.tsx'
import { Segments } from '../../components/Segments.tsx'
import { Select } from '../../components/Select.tsx'
import { type SignalDraft, signalData } from './signal.ts'

const HORIZONS = [
  { value: '300', label: '5 min' },
  { value: '1800', label: '30 min' },
  { value: '3600', label: '1 h' },
  { value: '86400', label: '1 d' },
  { value: '604800', label: '7 d' },
]

type Props = { draft: SignalDraft; onChange(draft: SignalDraft): void }

/** A call on a launched token that is scored against its trades. */
export function SignalFields({ draft, onChange }: Props) {
  const isWrong = draft.token.trim() !== '' && signalData(draft) === undefined
  return (
    <fieldset className="signal-fields">
      <legend className="screen-reader">Signal</legend>
      <Segments
        label="Side"
        size="small"
        value={draft.side}
        options={[
          { value: 'buy', label: 'Buy' },
          { value: 'sell', label: 'Sell' },
        ]}
        onChange={(side) => onChange({ ...draft, side })}
      />
      <Field
        label="Token address"
        isLabelHidden
        placeholder="Address of a launched token, 0x…"
        value={draft.token}
        onChange={(token) => onChange({ ...draft, token })}
        error={isWrong ? 'An address is 0x and 40 hexadecimal digits.' : undefined}
      />
      <Select
        label="Horizon"
        look="ghost"
        value={draft.horizon}
        options={HORIZONS}
        onChange={(horizon) => onChange({ ...draft, horizon })}
      />
    </fieldset>
  )
}
