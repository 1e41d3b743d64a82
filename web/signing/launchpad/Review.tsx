import { type ComponentProps, lazy, Suspense } from 'react'

const LaunchpadReview = lazy(async () => ({ default: (await import('./LaunchpadReview.tsx')).LaunchpadReview }))

/** The review of an action, loaded when it is first opened. */
export function Review(props: ComponentProps<typeof LaunchpadReview>) {
  return (
    <Suspense>
      <LaunchpadReview {...props} />
    </Suspense>
  )
}
