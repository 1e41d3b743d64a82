import { createKeptList } from '../../../keptList.ts'

/** A mandate that was granted in this browser; the service keeps none. */
export type KeptMandate = { owner: string; mandate: string }

export const keptMandates = createKeptList<KeptMandate>('slipway.mandates', 'object')

/** The newest comes first. None is dropped: one that is still in force must stay revocable. */
export function keepMandate(kept: KeptMandate): void {
  keptMandates.change((all) => [kept, ...all.filter(({ mandate }) => mandate !== kept.mandate)])
}

export function forgetMandate(mandate: string): void {
  keptMandates.change((all) => all.filter((kept) => kept.mandate !== mandate))
}
