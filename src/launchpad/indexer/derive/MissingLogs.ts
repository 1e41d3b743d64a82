import { BadAnswer } from '#launchpad/indexer/chain/BadAnswer.ts'
import * as Position from '#launchpad/Position.ts'

/** Something cannot have happened without another log, which was left out of an answer or is not in the tables. */
export class MissingLogs extends BadAnswer {
  /** The log that shows it. */
  readonly position: number
  readonly token: string

  constructor({ position }: { position: number }, token: string, what: string) {
    super(`${what} of ${token} before block ${Position.block(position)} is not known`)
    this.position = position
    this.token = token
  }
}

/** Swaps that do not begin at the price the one before them left: one is missing, or they crossed an edge of a range. */
export class UnlinkedSwaps extends MissingLogs {
  readonly swaps: readonly Unlinked[]
  /** Every swap that was there. */
  readonly known: ReadonlySet<number>

  constructor(first: Unlinked, swaps: readonly Unlinked[], known: ReadonlySet<number>) {
    super(first, first.token, 'a swap')
    this.swaps = swaps
    this.known = known
  }
}

/** A swap, and the trade of the token that came before it as far as is known. */
export type Unlinked = { position: number; token: string; after: number }
