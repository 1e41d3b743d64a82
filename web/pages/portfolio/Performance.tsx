import { lazy, Suspense } from 'react'
import type { Wallet } from '../../api/launchpad.ts'
import { SkeletonRows } from '../../components/States.tsx'
import { useIsMounted } from '../../components/useIsMounted.ts'
import { Summary } from './Summary.tsx'

const ValueChart = lazy(async () => ({ default: (await import('./ValueChart.tsx')).ValueChart }))

type Props = { address: string; wallet: Wallet | undefined; isReading: boolean }

/** Profit and loss, and the value over time; both have their place while they are read, so that nothing below moves. */
export function Performance({ address, wallet, isReading }: Props) {
  const isMounted = useIsMounted()
  const reading = <SkeletonRows rows={2} label="Reading the value" />
  if (!wallet && !isReading) return null
  return (
    <>
      {wallet ? <Summary wallet={wallet} /> : <div className="card results" />}
      {wallet?.tokens !== 0 && (
        <section className="card pad value-chart" aria-label="Tokens over time">
          <Suspense fallback={reading}>{wallet && isMounted ? <ValueChart address={address} /> : reading}</Suspense>
        </section>
      )}
    </>
  )
}
