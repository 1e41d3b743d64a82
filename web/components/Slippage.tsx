import { useState } from 'react'
import { readNumber } from '#site/format.ts'
import { Segments } from './Segments.tsx'

const CAUTION = 5
const DANGER = 20
const MAX = 50

type Props = {
  percent: number
  presets: readonly number[]
  onChange(percent: number): void
  /** Right of the label. */
  aside?: string
}

/** How much worse than shown the result may be. */
export function Slippage({ percent, presets, onChange, aside }: Props) {
  const [typed, setTyped] = useState(presets.includes(percent) ? '' : String(percent))
  const { value, problem } = readNumber(typed)
  const isRefused = problem !== undefined || (value !== undefined && value > MAX)
  function type(text: string): void {
    setTyped(text)
    const next = readNumber(text).value
    if (next !== undefined && next <= MAX) onChange(next)
  }
  return (
    <div className="field">
      <span className="field-label">
        <span>Slippage</span>
        {aside !== undefined && <span className="label">{aside}</span>}
      </span>
      <div className="row wrap">
        <Segments
          label="Slippage"
          size="small"
          value={typed === '' ? String(percent) : undefined}
          options={presets.map((preset) => ({ value: String(preset), label: `${preset} %` }))}
          onChange={(chosen) => {
            setTyped('')
            onChange(Number(chosen))
          }}
        />
        <div className={isRefused ? 'input slippage-input bad' : 'input slippage-input'}>
          <input
            aria-label="Other slippage"
            inputMode="decimal"
            autoComplete="off"
            placeholder="Other"
            value={typed}
            aria-invalid={isRefused || undefined}
            onChange={(event) => type(event.target.value)}
          />
          <span className="suffix">%</span>
        </div>
      </div>
      {isRefused ? (
        <span className="help down" role="alert">
          Type a percentage from 0 to {MAX}. Until then {percent} % applies.
        </span>
      ) : (
        <Help percent={percent} isTyped={typed.includes(',')} />
      )}
    </div>
  )
}

const TRADE_PRESETS = [0.5, 2, 5]

/** The same in the basis points that trades are counted in. */
export function TradeSlippage({ bps, onChange }: { bps: number; onChange(bps: number): void }) {
  return (
    <Slippage percent={bps / 100} presets={TRADE_PRESETS} onChange={(percent) => onChange(Math.round(percent * 100))} />
  )
}

function Help({ percent, isTyped }: { percent: number; isTyped: boolean }) {
  if (percent >= DANGER)
    return <span className="help down">At {percent} % a bot can take that much of your trade. Choose less.</span>
  if (percent > CAUTION) return <span className="help warn">You may get up to {percent} % less than shown.</span>
  return isTyped ? <span className="help">= {percent} %</span> : null
}
