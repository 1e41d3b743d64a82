import type { Chain } from '#chain/Chain.ts'
import type { Attest } from '#core/Statement.ts'
import type { Targets } from './rules/Grant.ts'

export type Context = {
  /** The chain of the launchpad. */
  readonly chain: Chain
  readonly targets: Targets
  readonly attest: Attest
}
