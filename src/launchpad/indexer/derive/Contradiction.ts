import { BadAnswer } from '#launchpad/indexer/chain/BadAnswer.ts'
import * as Position from '#launchpad/records/LogPosition.ts'

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

/** A swap that cannot follow from what is known of its pool: another one or a change of liquidity is missing. */
export class UnlinkedSwap extends MissingLogs {
  constructor(place: { position: number }, token: string) {
    super(place, token, 'a swap or a change of liquidity')
  }
}
