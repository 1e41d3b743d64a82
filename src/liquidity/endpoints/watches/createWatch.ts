import { z } from 'zod'
import { session } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import * as Id from '#core/Id.ts'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import { define, type Operation } from '#core/Operation.ts'
import { ChainId } from '#core/wire.ts'
import { inCallTransaction } from '#database/inCallTransaction.ts'
import { named } from '#liquidity/deployment.ts'
import type { PositionName } from '#liquidity/history/Move.ts'
import { readPresent } from '#liquidity/history/readHistory.ts'
import * as Histories from '#liquidity/store/Histories.ts'
import * as Watches from '#liquidity/store/Watches.ts'
import { PositionId } from '#liquidity/wire.ts'
import { toRecord, WatchRecord } from './records.ts'
import { developerOf, type WatchContext } from './WatchContext.ts'

const Request = z.strictObject({
  chainId: ChainId.default(LAUNCH_CHAIN_ID),
  protocol: z.enum(['V3', 'V4'], 'must be V3 or V4'),
  tokenId: PositionId,
})

export function createWatch(context: WatchContext): Operation {
  return define({
    name: 'createLiquidityWatch',
    method: 'POST',
    path: '/api/liquidity/watches',
    tag: 'liquidity',
    summary: 'Watch a position: its deposits, withdrawals and earnings.',
    description:
      'Its history is read once from the logs of the chain and followed from then on. Watching the same position again returns the existing watch. Needs a session token, or a key with lp:build.',
    access: session('lp:build'),
    limit: 'write',
    errors: ['failed_precondition', 'not_found', 'unavailable'],
    status: 201,
    idempotent: true,
    examples: [{ summary: 'A v3 position on chain 4663', request: { protocol: 'V3', tokenId: '2' } }],
    request: Request,
    response: WatchRecord,
    async handle(name, call) {
      const { store, chains, now } = context
      const developerId = developerOf(call)
      const place = await requirePosition(context, name)
      const key = Histories.keyOf(name)
      const watch = await inCallTransaction({ call, db: store }, async (tx) => {
        const count = await Watches.count(tx, developerId)
        const known = await Watches.findByKey(tx, { developerId, key })
        if (known) return known
        requireQuota(context, count)
        await Histories.insert(tx, name, place)
        await Watches.insert(tx, { id: Id.create('watch', { now }), developerId, key })
        return Watches.findByKey(tx, { developerId, key })
      })
      call.afterCommit(context.changed)
      return toRecord(chains, watch as Watches.Watch)
    },
  })
}

async function requirePosition({ chains }: WatchContext, name: PositionName): Promise<Histories.Place> {
  const chain = chains.get(name.chainId)
  const { present } = await readPresent(chain, name)
  if (!present)
    throw new ApiError(
      'not_found',
      `There is no ${name.protocol} position ${name.tokenId} on ${named(chain.facts)}. Send the number of one that was minted and is not burned.`,
    )
  const { poolReference, token0, token1, tickLower, tickUpper } = present
  return { poolReference, token0, token1, tickLower, tickUpper }
}

function requireQuota({ perDeveloperMax }: WatchContext, count: number): void {
  if (count >= perDeveloperMax)
    throw new ApiError(
      'failed_precondition',
      `You watch ${count} positions, which is the maximum. Delete one first: DELETE /api/liquidity/watches/{id}.`,
    )
}
