import { BadAnswer } from '#launchpad/indexer/chain/BadAnswer.ts'
import * as Position from '#launchpad/records/LogPosition.ts'

/** `firstBlock`: the first block in which the cause may lie, if it is not that of the event. */
type EventOrigin = { position: number; firstBlock?: number }
type Details = { reason: string; cause?: unknown }

/** An event that contradicts the known state of its launch. */
export class Contradiction extends BadAnswer {
  /** The event that reveals it. */
  readonly position: number
  readonly token: string
  /** Where the launch is set aside if nothing explains the event: blocks are applied whole or not at all. */
  readonly asideFrom: number

  constructor(
    { position, firstBlock = Position.block(position) }: EventOrigin,
    token: string,
    { reason, cause }: Details,
  ) {
    super(reason, { cause })
    this.position = position
    this.token = token
    this.asideFrom = Position.startOf(firstBlock)
  }
}

/** An event implies another log, which an answer left out or the tables lack. */
export class MissingLogs extends Contradiction {
  constructor(event: EventOrigin, token: string, what: string) {
    super(event, token, { reason: `${what} of ${token} before block ${Position.block(event.position)} is missing` })
  }
}

/** A swap that does not follow from the known state of its pool: another swap or a change of liquidity is missing. */
export class UnlinkedSwap extends MissingLogs {
  constructor(event: EventOrigin, token: string) {
    super(event, token, 'a swap or a change of liquidity')
  }
}
