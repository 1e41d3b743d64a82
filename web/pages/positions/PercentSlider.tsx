import { useId } from 'react'
import { Button } from '../../components/Button.tsx'

const PRESETS = [25, 50, 75, 100]

/** The part of a position to remove, in percent. */
export function PercentSlider({ percent, onChange }: { percent: number; onChange(percent: number): void }) {
  const id = useId()
  return (
    <div className="percent">
      <label htmlFor={id}>How much to remove</label>
      <output htmlFor={id} className="figure">
        {percent} %
      </output>
      <input
        id={id}
        type="range"
        min={1}
        max={100}
        step={1}
        value={percent}
        aria-valuetext={`${percent} percent`}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      <div className="quick">
        {PRESETS.map((preset) => (
          <Button key={preset} size="small" aria-pressed={preset === percent} onClick={() => onChange(preset)}>
            {preset} %
          </Button>
        ))}
      </div>
    </div>
  )
}
