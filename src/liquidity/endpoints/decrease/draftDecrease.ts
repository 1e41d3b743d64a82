import type { Chain } from '#chain/Chain.ts'
import type { DecreaseDraft, DecreaseIntent } from './DecreaseDraft.ts'
import type { DecreaseRequest } from './request.ts'
import { decreaseV2 } from './v2.ts'
import { decreaseV3 } from './v3.ts'
import { decreaseV4 } from './v4.ts'

/** The transaction that removes liquidity, for the protocol of the request. */
export function draftDecrease(chain: Chain, request: DecreaseRequest, intent: DecreaseIntent): Promise<DecreaseDraft> {
  if (request.protocol === 'V2') return decreaseV2(chain, request, intent)
  return request.protocol === 'V3' ? decreaseV3(chain, request, intent) : decreaseV4(chain, request, intent)
}
