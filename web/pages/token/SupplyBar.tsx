import { percent } from '#site/format.ts'
import type { SupplyPart } from './supplyParts.ts'

const WIDTH = 1_000

const CLASSES: Record<SupplyPart['key'], string> = {
  curve: 'supply-curve',
  pool: 'supply-pool',
  locked: 'supply-locked',
  creator: 'supply-creator',
  early: 'supply-early',
  largest: 'supply-largest',
  rest: 'supply-rest',
  burned: 'supply-burned',
}

/** One bar for the whole supply, with a legend that names every part. */
export function SupplyBar({ parts }: { parts: readonly SupplyPart[] }) {
  const words = parts.map(({ label, bps }) => `${label} ${percent(bps, 2)}`).join(', ')
  let left = 0
  const drawn = parts.map((part) => {
    const x = left
    left += part.bps / 10
    return { ...part, x }
  })
  return (
    <div className="supply">
      <svg viewBox={`0 0 ${WIDTH} 10`} preserveAspectRatio="none" role="img" aria-label={`Supply: ${words}`}>
        {drawn.map(({ key, bps, x }) => (
          <rect key={key} className={CLASSES[key]} x={x} width={bps / 10} height="10" />
        ))}
      </svg>
      <ul>
        {parts.map(({ key, label, bps }) => (
          <li key={key}>
            <svg viewBox="0 0 8 8" aria-hidden="true">
              <rect className={CLASSES[key]} width="8" height="8" rx="2" />
            </svg>
            {label} <b>{percent(bps, 2)}</b>
          </li>
        ))}
      </ul>
    </div>
  )
}
