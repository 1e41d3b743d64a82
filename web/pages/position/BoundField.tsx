import { useId, useState } from 'react'
import { readNumber, type Typed } from '#site/format.ts'
import { Icon } from '../../components/Icon.tsx'
import { priceText } from '../../liquidity/priceText.ts'
import { type PriceScale, toPrice, toTick } from './priceScale.ts'

type Props = {
  label: string
  tick: number
  spacing: number
  scale: PriceScale
  unit: string
  help: string
  onMove(tick: number): void
}

/** An end of the range as a price: typed, or moved by one usable tick at a time. */
export function BoundField({ label, tick, spacing, scale, unit, help, onMove }: Props) {
  const id = useId()
  const [text, setText] = useState<string>()
  const [typed, setTyped] = useState<{ text: string; tick: number }>()
  const price = priceText(toPrice(tick, scale)).replaceAll(',', '')
  const { value, problem } = readPrice(text ?? '')
  const up = scale.isFlipped ? -spacing : spacing
  function take(): void {
    if (text === undefined || problem !== undefined) return
    setText(undefined)
    if (text === price || value === undefined) return
    const next = Math.round(toTick(value, scale) / spacing) * spacing
    setTyped({ text, tick: next })
    onMove(next)
  }
  const isMoved = typed?.tick === tick && typed.text !== price
  return (
    <div className="field">
      <label htmlFor={id}>
        <span>{label}</span>
        <span className="label nowrap">
          <span className="hide-small">tick </span>
          {String(tick).replace('-', '−')}
        </span>
      </label>
      <div className="input large">
        <button type="button" className="step" aria-label={`${label}: one tick down`} onClick={() => onMove(tick - up)}>
          <Icon name="minus" size="small" />
        </button>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          value={text ?? price}
          aria-invalid={problem !== undefined || undefined}
          onChange={(event) => setText(event.target.value)}
          onBlur={take}
          onKeyDown={(event) => {
            if (event.key === 'Enter') take()
          }}
        />
        <span className="suffix">{unit}</span>
        <button type="button" className="step" aria-label={`${label}: one tick up`} onClick={() => onMove(tick + up)}>
          <Icon name="plus" size="small" />
        </button>
      </div>
      {problem === undefined ? (
        <span className="help">{isMoved ? `Moved from ${typed.text} to the nearest tick` : help}</span>
      ) : (
        <span className="help down" role="alert">
          {problem}
        </span>
      )}
    </div>
  )
}

function readPrice(text: string): Typed<number> {
  const typed = readNumber(text)
  if (typed.value === undefined || (typed.value > 0 && Number.isFinite(typed.value))) return typed
  return { problem: 'Type a price above zero, such as 2981.4.' }
}
