import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

/** Text that a stranger wrote: behind a dashed magenta rule, isolated from the direction of the text around it. */
export function UntrustedText({ whose, children }: { whose: 'creator' | 'agent'; children: ReactNode }) {
  return (
    <div className="untrusted-block">
      <UntrustedTag whose={whose} />
      <p>
        <bdi>{children}</bdi>
      </p>
    </div>
  )
}

export function UntrustedTag({ whose }: { whose: 'creator' | 'agent' }) {
  return (
    <span className="untrusted-tag" title={`Written by the ${whose}, not checked by anyone`}>
      <Icon name="pen-line" size="tiny" />
      {whose}’s words
    </span>
  )
}
