import type { Chain } from '#chain/Chain.ts'
import type { Draft } from '#liquidity/deposits/Draft.ts'
import type { Answering } from './Answering.ts'
import { underMandate } from './underMandate.ts'
import { walletAnswer } from './walletAnswer.ts'

/** The answer to a draft: a transaction of the wallet, or of its agent where the request has a mandate. */
export async function completeAnswer(chain: Chain, draft: Draft, answering: Answering) {
  return underMandate(chain, draft, { ...answering, answer: await walletAnswer(chain, draft, answering) })
}
