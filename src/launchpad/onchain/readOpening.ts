import type { Address, Hex } from 'viem'
import type { Context } from '#launchpad/Context.ts'
import * as Opening from '#launchpad/contract/Opening.ts'
import { termsIn } from '#launchpad/contract/TokenCode.ts'

/** The opening of a launch at a time, read from the token's code; undefined for a launch without one. */
export async function readOpening(
  { chain }: Pick<Context, 'chain'>,
  token: Address,
  time: number,
): Promise<Opening.Opening | undefined> {
  const terms = termsIn((await chain.request('eth_getCode', [token, 'latest'])) as Hex)
  if (!terms || terms.openingSeconds === 0) return undefined
  const { openingSeconds: seconds, createdAt } = terms
  return Opening.at({ seconds, endsAt: createdAt + seconds }, time)
}
