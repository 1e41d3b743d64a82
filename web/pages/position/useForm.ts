import { useEffect, useState } from 'react'
import { type PositionForm, type PositionProtocol, parsePosition, positionUrl } from '#site/positionUrl.ts'
import { pageUrl } from '../../api/siteData.ts'
import { chainOf } from '../../liquidity/ChainSelect.tsx'

/** Browsers refuse to change the address more often. */
const SETTLE_MS = 300

export type Form = PositionForm & { chainId: number; protocol: PositionProtocol }
export type ChangeForm = (part: Partial<PositionForm>) => void

/** The form in the address of the page; changes are written back to it. */
export function useForm(): [Form, ChangeForm] {
  const [form, setForm] = useState<Form>(() => {
    const { search } = pageUrl()
    const given = parsePosition(search)
    // Pairs of v2 have no ticks, so there is nothing to place an order in.
    if (given.protocol === 'v2' && given.kind === 'order') delete given.kind
    return { ...given, chainId: chainOf(new URLSearchParams(search)), protocol: given.protocol ?? 'v4' }
  })
  const url = positionUrl(form)
  useEffect(() => {
    const timer = setTimeout(() => history.replaceState(null, '', url), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [url])
  return [form, (part) => setForm((before) => ({ ...before, ...part }) as Form)]
}
