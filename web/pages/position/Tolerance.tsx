import { useState } from 'react'
import { Segments } from '../../components/Segments.tsx'

const PRESETS = [0.05, 0.5, 1]
const CAUTION = 5
const DANGER = 20
const MAX = 50

type Props = { value: number | undefined; usual: number; onChange(value: number | undefined): void }

/** How far the price may move before the deposit does not go through. */
export function Tolerance({ value, usual, onChange }: Props) {
  const now = value ?? usual
  const [typed, setTyped] = useState(PRESETS.includes(now) ? '' : String(now))
  function type(text: string): void {
    setTyped(text)
    const number = Number(text.replace(',', '.'))
    if (text.trim() !== '' && number >= 0 && number <= MAX) onChange(number)
  }
  return (
    <div className="field">
      <span className="lab">
        <span>Slippage</span>
        <span className="label">how far the price may move</span>
      </span>
      <div className="row wrap">
        <Segments
          label="Slippage"
          size="sm"
          value={typed === '' ? String(now) : undefined}
          options={PRESETS.map((one) => ({ value: String(one), label: `${one} %` }))}
          onChange={(chosen) => {
            setTyped('')
            onChange(Number(chosen) === usual ? undefined : Number(chosen))
          }}
        />
        <div className="input slipin">
          <input
            aria-label="Other slippage"
            inputMode="decimal"
            placeholder="Other"
            value={typed}
            onChange={(event) => type(event.target.value)}
          />
          <span className="suffix">%</span>
        </div>
      </div>
      {now >= DANGER && (
        <span className="help down">At {now} % somebody watching can take that much. Choose less.</span>
      )}
      {now > CAUTION && now < DANGER && (
        <span className="help warn">Above 5 %: the price may be {now} % worse than shown.</span>
      )}
    </div>
  )
}
