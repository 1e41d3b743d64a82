import { type Address, decodeFunctionResult, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import type { z } from 'zod'
import { ApiError } from '#core/ApiError.ts'
import type { Context } from '#launchpad/Context.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import { nextBlockTime } from '#launchpad/contract/Opening.ts'
import { type Terms, termsIn } from '#launchpad/contract/TokenCode.ts'
import { BURNED } from '#launchpad/records/Launch.ts'
import type * as wire from '#launchpad/wire/schemas.ts'
import * as records from '#launchpad/wire/toWire.ts'

type Token = z.output<typeof wire.Token>
export type LaunchTerms = Pick<Token, 'feeHolder' | 'opening' | 'lock'> & { burned: bigint }

/** A launch's terms in the form of the index, read from the token's code and the chain's state. */
export async function readTerms({ chain, factory, now }: Context, token: Address): Promise<LaunchTerms> {
  const locked = { abi: launchpadAbi, functionName: 'lockOf', args: [token] } as const
  const burnt = { abi: erc20Abi, functionName: 'balanceOf', args: [BURNED] } as const
  const [code, { results, block }] = await Promise.all([
    chain.request('eth_getCode', [token, 'latest']),
    chain.read([
      { to: factory.address, data: encodeFunctionData(locked) },
      { to: token, data: encodeFunctionData(burnt) },
    ]),
  ])
  const [lock, burned] = results
  if (!lock?.ok || !burned?.ok) throw new ApiError('unavailable', 'The chain did not respond. Try again shortly.')
  const terms = termsIn(code as Hex)
  const [, held, released] = decodeFunctionResult({ ...locked, data: lock.data })
  return {
    feeHolder: terms?.feeHolder ?? null,
    opening: terms ? openingOf(terms, nextBlockTime(Number(block.timestamp), now())) : null,
    lock: terms ? lockOf(terms, { held, released }) : null,
    burned: decodeFunctionResult({ ...burnt, data: burned.data }),
  }
}

function openingOf({ openingSeconds: seconds, createdAt }: Terms, time: number): Token['opening'] {
  return seconds === 0 ? null : records.openingAt({ endsAt: records.toDate(createdAt + seconds), seconds }, time * 1000)
}

function lockOf({ lockDays: days }: Terms, { held, released }: Record<'held' | 'released', bigint>): Token['lock'] {
  return days === 0 ? null : { days, amount: String(held + released), released: String(released) }
}
