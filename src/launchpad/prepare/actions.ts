import { acceptCreator } from './acceptCreator.ts'
import { approve } from './approve.ts'
import { buy } from './buy.ts'
import { claim } from './claim.ts'
import { claimFeeSplit } from './claimFeeSplit.ts'
import { claimTreasury } from './claimTreasury.ts'
import { collect } from './collect.ts'
import { create } from './create.ts'
import { createFeeSplit } from './createFeeSplit.ts'
import { releaseLock } from './releaseLock.ts'
import { sell } from './sell.ts'
import { signMetadata } from './signMetadata.ts'
import { transferCreator } from './transferCreator.ts'
import { withdrawFeeSplit } from './withdrawFeeSplit.ts'

/** Everything that `prepare` builds, by the name of the action. */
export const actions = {
  create,
  buy,
  sell,
  approve,
  claim,
  collect,
  transferCreator,
  acceptCreator,
  releaseLock,
  createFeeSplit,
  claimFeeSplit,
  withdrawFeeSplit,
  claimTreasury,
  metadata: signMetadata,
} as const
