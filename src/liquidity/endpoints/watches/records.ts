import { z } from 'zod'
import type { Chains } from '#chain/createChains.ts'
import * as Id from '#core/Id.ts'
import { Address, Timestamp } from '#core/wire.ts'
import type { Move } from '#liquidity/history/Move.ts'
import { managerOf } from '#liquidity/history/readHistory.ts'
import { type Result, resultIn, sumsOf } from '#liquidity/history/results.ts'
import type { History } from '#liquidity/store/Histories.ts'
import type { Watch } from '#liquidity/store/Watches.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'

export const WatchId = z
  .string()
  .refine((value) => Id.isId('watch', value), 'must be the id of a watch, such as watch_…')
  .meta({ description: 'The id of a watch.' })

const Pair = z.object({ amount0: z.string(), amount1: z.string() })

const ResultRecord = z
  .object({
    heldValue: z.string().meta({ description: 'The value of all deposits if they had been held instead.' }),
    positionValue: z.string().meta({ description: 'The value of the position and of all withdrawals, without fees.' }),
    feesValue: z.string(),
    lossAgainstHolding: z.string().meta({ description: 'heldValue - positionValue; negative for a gain.' }),
    net: z.string().meta({ description: 'positionValue + feesValue - heldValue.' }),
  })
  .meta({ id: 'LPPositionResult' })

export const WatchRecord = z
  .object({
    id: z.string(),
    chainId: z.number(),
    chain: z.string().meta({ description: 'The chain by its CAIP-2 name.' }),
    asset: z.string().meta({ description: 'The position by its CAIP-19 name.' }),
    protocol: z.enum(['V3', 'V4']),
    tokenId: z.string(),
    poolReference: z.string(),
    token0: Address,
    token1: Address,
    tickLower: z.int(),
    tickUpper: z.int(),
    createdAt: Timestamp,
    block: z.int().nullable().meta({ description: 'The last block that is included; null before the first read.' }),
    problem: z.string().nullable().meta({ description: 'Why the position could not be read any further.' }),
  })
  .meta({ id: 'LPWatch' })

const MoveRecord = z
  .object({
    kind: z.enum(['deposit', 'withdrawal', 'collection', 'fees']).meta({
      description:
        'On V3, a withdrawal credits amounts that a later collection pays out together with fees. On V4, each change pays out fees.',
    }),
    amount0: z.string(),
    amount1: z.string(),
    liquidity: z.string().meta({ description: 'The change of the liquidity.' }),
    block: z.int(),
    logIndex: z.int(),
    timestamp: Timestamp,
    transactionHash: z.string(),
  })
  .meta({ id: 'LPPositionMove' })

export const WatchDetail = WatchRecord.extend({
  figures: z
    .object({
      liquidity: z.string(),
      sqrtRatioX96: z.string().meta({ description: 'The price used for the values.' }),
      deposited: Pair,
      withdrawn: Pair,
      fees: Pair.meta({ description: 'Fees paid out and fees not yet collected.' }),
      holds: Pair,
      results: z
        .object({ token0: ResultRecord, token1: ResultRecord })
        .meta({ description: 'The same result valued in the smallest unit of each token.' }),
    })
    .nullable()
    .meta({ description: 'As of `block`; null until the whole history was read.' }),
  moves: z.array(MoveRecord).meta({ description: 'Oldest first.' }),
})

export function toRecord(chains: Chains, { id, createdAt, history }: Watch): z.output<typeof WatchRecord> {
  const { chainId, protocol, tokenId } = history.name
  const manager = managerOf(chains.get(chainId).facts, { protocol })
  const chain = `eip155:${chainId}`
  return {
    ...{ id, chainId, chain, protocol, tokenId: String(tokenId), ...history.place },
    asset: `${chain}/erc721:${manager}/${tokenId}`,
    createdAt,
    block: history.block < 0 ? null : history.block,
    problem: history.problem,
  }
}

export function toDetail(chains: Chains, watch: Watch): z.output<typeof WatchDetail> {
  const { history } = watch
  return { ...toRecord(chains, watch), figures: figuresOf(history), moves: history.moves.map(toMove) }
}

function figuresOf({ name, moves, present }: History): z.output<typeof WatchDetail>['figures'] {
  if (!present) return null
  const { holds, uncollected, sqrtRatioX96, liquidity } = present
  const sums = sumsOf({ protocol: name.protocol, moves, uncollected })
  return {
    liquidity: String(liquidity),
    sqrtRatioX96: String(sqrtRatioX96),
    deposited: toPair(sums.deposited),
    withdrawn: toPair(sums.withdrawn),
    fees: toPair(sums.fees),
    holds: toPair(holds),
    results: { token0: toResult(resultIn(0, sums, present)), token1: toResult(resultIn(1, sums, present)) },
  }
}

function toPair({ amount0, amount1 }: Amounts): z.output<typeof Pair> {
  return { amount0: String(amount0), amount1: String(amount1) }
}

function toResult({
  heldValue,
  positionValue,
  feesValue,
  lossAgainstHolding,
  net,
}: Result): z.output<typeof ResultRecord> {
  return {
    heldValue: String(heldValue),
    positionValue: String(positionValue),
    feesValue: String(feesValue),
    lossAgainstHolding: String(lossAgainstHolding),
    net: String(net),
  }
}

function toMove({
  at,
  liquidity,
  kind,
  block,
  logIndex,
  transactionHash,
  ...amounts
}: Move): z.output<typeof MoveRecord> {
  const timestamp = new Date(at * 1000)
  return { kind, block, logIndex, transactionHash, timestamp, liquidity: String(liquidity), ...toPair(amounts) }
}
