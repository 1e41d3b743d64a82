import { fixed, toDollars } from '#site/format.ts'
import type { UsdSource } from '../api/launchpad.ts'
import { LinkButton } from '../components/Button.tsx'
import { Age } from '../components/Figures.tsx'
import { useStore } from '../store.ts'
import { areDollarsShown } from './dollarSwitch.ts'

const ONE_ETH = 10n ** 18n

/** Where dollars come from and how old their price is, and the switch that turns them off. */
export function DollarNote({ source }: { source: UsdSource | undefined }) {
  const isShown = useStore(areDollarsShown)
  if (!source) return null
  const { ethUsd, description, updatedAt, isStale } = source
  return (
    <p className="row wrap text-small faint dollar-note">
      <span className="dollars">
        Dollars at ${fixed(toDollars(ONE_ETH, ethUsd), 2)} per ETH now, from {description},{' '}
        <span className={isStale ? 'warn bold' : undefined}>
          {isStale && 'an old price: '}
          <Age at={updatedAt} /> ago
        </span>
      </span>
      <LinkButton role="switch" aria-checked={isShown} onClick={() => areDollarsShown.set((shown) => !shown)}>
        {isShown ? 'Hide dollars' : 'Show dollars'}
      </LinkButton>
    </p>
  )
}
