import { useState } from 'react'
import { Segments } from './Segments.tsx'

const PRESETS = [50, 200, 500] as const
const CAUTION_BPS = 500
const DANGER_BPS = 2_000

type Props = { bps: number; onChange(bps: number): void }

/** How much less than shown is still accepted. */
export function Slippage({ bps, onChange }: Props) {
  const [typed, setTyped] = useState(PRESETS.some((preset) => preset === bps) ? '' : String(bps / 100))
  function type(text: string): void {
    setTyped(text)
    const value = Math.round(Number(text.replace(',', '.')) * 100)
    if (text.trim() !== '' && Number.isFinite(value) && value >= 0 && value <= 5_000) onChange(value)
  }
  return (
    <div className="field">
      <span className="lab">
        <span>Slippage</span>
      </span>
      <div className="row wrap">
        <Segments
          label="Slippage"
          value={typed === '' ? String(bps) : undefined}
          options={PRESETS.map((preset) => ({ value: String(preset), label: `${preset / 100} %` }))}
          onChange={(value) => {
            setTyped('')
            onChange(Number(value))
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
      <Help bps={bps} />
    </div>
  )
}

function Help({ bps }: { bps: number }) {
  const percent = bps / 100
  if (bps >= DANGER_BPS)
    return (
      <span className="help down">At {percent} % somebody watching can take that much of your trade. Choose less.</span>
    )
  if (bps > CAUTION_BPS)
    return <span className="help warn">Above 5 %: you may get up to {percent} % less than shown.</span>
  return null
}
