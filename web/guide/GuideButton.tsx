import { lazy, Suspense, useEffect, useState } from 'react'
import { config } from '../api/siteData.ts'
import { Button } from '../components/Button.tsx'
import { keepText, readKept } from '../keptList.ts'
import type { GuideName } from './guides.ts'

const Guide = lazy(async () => ({ default: (await import('./Guide.tsx')).Guide }))

/** Offers a guide through the page, on the devnet only. An unfinished guide continues on the next page. */
export function GuideButton({ name }: { name: GuideName }) {
  const kept = `slipway.guide.${name}`
  const [step, setStep] = useState<number>()
  useEffect(() => {
    const found = readKept(kept)
    if (config.isDevnet && typeof found === 'number') setStep(found)
  }, [kept])
  if (!config.isDevnet) return null
  function go(next: number | undefined): void {
    keepText(kept, JSON.stringify(next ?? 'done'))
    setStep(next)
  }
  return (
    <>
      <Button icon="circle-help" aria-expanded={step !== undefined} onClick={() => go(0)}>
        Show me how
      </Button>
      <Suspense>{step !== undefined && <Guide name={name} step={step} onStep={go} />}</Suspense>
    </>
  )
}
