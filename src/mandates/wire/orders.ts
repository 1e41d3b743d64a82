import { z } from 'zod'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import { Address, Amount, Hex, Wallet } from '#core/wire.ts'
import { AMOUNT_MAX } from '#mandates/rules/Grant.ts'
import { ORDER_KINDS, TRADE_KINDS } from '#mandates/rules/Order.ts'
import { ORDER_STATUSES } from '#mandates/rules/orderStatus.ts'
import * as Tick from '#uniswap/Tick.ts'
import { Authorization, Revocation, TypedData, Warnings } from './mandates.ts'

const DAYS_MAX = 90
export const ORDER_LIFETIME_MAX = BigInt(DAYS_MAX) * 86_400n
/** Pays the gas of an execution several times over at a thousandth of a gwei, and once at a third of a gwei. */
const TIP_DEFAULT = 100_000_000_000_000n

const Limit = Amount.refine((amount) => amount <= AMOUNT_MAX, 'must be at most 2^128 - 1')
const Positive = Limit.refine((amount) => amount > 0n, 'must be above 0')

const TradeKind = z.enum(TRADE_KINDS).meta({
  description:
    '`limitBuy` pays `amount` wei once that brings at least `outMin` units. `takeProfit` sells `amount` units once that brings at least `outMin` wei. `stopLoss` sells `amount` units once that brings at most `outMax` wei, and never for less than `outMin`.',
})

const Kind = z.enum(ORDER_KINDS).meta({
  description:
    'The trades of `/api/orders/prepare`, `exit` of `/api/orders/exits/prepare`, `compound` of `/api/orders/compounds/prepare`, or `rerange` of `/api/orders/reranges/prepare`.',
})

export const OrderId = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/, 'must be the id of an order: 0x and 64 lower-case hexadecimal digits')
  .meta({ description: 'The hash of the signed order.' })

const Tip = Limit.default(TIP_DEFAULT).meta({
  description: `Wei that your account pays the account that executes the order. Default: ${TIP_DEFAULT}.`,
})
const Until = z
  .int()
  .min(1)
  .meta({ description: `Seconds since 1970, at most ${DAYS_MAX} days ahead.` })

export const PrepareRequest = z.strictObject({
  owner: Wallet.meta({ description: 'The account that signs, pays and receives.' }),
  kind: TradeKind,
  token: Address.meta({ description: 'A launched token, on its curve or graduated.' }),
  amount: Positive.meta({ description: 'Wei to pay for a `limitBuy`, units to sell for the others.' }),
  outMin: Positive.meta({
    description: 'The minimum that the trade brings: units for a `limitBuy`, wei for the others.',
  }),
  outMax: Positive.optional().meta({
    description:
      'Required for a `stopLoss`, refused otherwise: it sells when the trade brings at most this many wei, more than `outMin`. After graduation it compares the value of `amount` at the price of the pool, before its fee.',
  }),
  tip: Tip,
  until: Until,
})
export type PrepareRequest = z.output<typeof PrepareRequest>

const ABOVE_ZERO = 'must be a decimal number above 0, such as 0.0025'
const Price = z
  .string()
  .regex(/^[0-9]{1,40}(\.[0-9]{1,40})?$/, ABOVE_ZERO)
  .refine((price) => /[1-9]/.test(price), ABOVE_ZERO)

export const PrepareExitRequest = z.strictObject({
  owner: Wallet.meta({ description: 'The account that signs and owns the position and its tokens.' }),
  protocol: z.enum(['V3', 'V4']),
  tokenId: Amount.meta({ description: 'The position. All of its current liquidity is withdrawn, with its fees.' }),
  priceBelow: Price.optional().meta({
    description:
      'Withdraws while the price of token0 is at most this: smallest units of token1 for one smallest unit of token0. Send this or `priceAbove`.',
  }),
  priceAbove: Price.optional().meta({ description: 'Withdraws while the price of token0 is at least this.' }),
  tip: Tip,
  until: Until,
})
export type PrepareExitRequest = z.output<typeof PrepareExitRequest>

export const PrepareCompoundRequest = z.strictObject({
  owner: Wallet.meta({ description: 'The account that signs and owns the position and its fees.' }),
  tokenId: Amount.meta({ description: 'The v4 position.' }),
  amount0: Positive.optional().meta({
    description:
      'Units of token0 to add from the fees at the current price, with the matching amount of token1. Send this or `amount1`.',
  }),
  amount1: Positive.optional().meta({ description: 'Units of token1 to add from the fees.' }),
  priceTolerance: z.number().min(0.01).max(20).default(1).meta({
    description:
      'Percent by which the price may differ from the current one when the order executes. Default: 1. It sets the maximum of each token that is added.',
  }),
  tip: Tip,
  until: Until,
})
export type PrepareCompoundRequest = z.output<typeof PrepareCompoundRequest>

const Side = z.enum(['below', 'above'])
const NewTick = z.int().min(Tick.MIN).max(Tick.MAX)

export const PrepareRerangeRequest = z.strictObject({
  owner: Wallet.meta({ description: 'The account that signs and owns both positions.' }),
  tokenId: Amount.meta({
    description: 'The v4 position. All of its current liquidity is moved; its fees are paid to you.',
  }),
  side: Side.meta({
    description:
      '`below`: it moves while the price of token0 is below the old and the new range, so that it holds token0 alone. `above`: while the price is above both, so that it holds token1 alone.',
  }),
  tickLower: NewTick.meta({ description: 'The lower tick of the new range, a multiple of the tick spacing.' }),
  tickUpper: NewTick.meta({ description: 'The upper tick of the new range.' }),
  tip: Tip,
  until: Until,
})
export type PrepareRerangeRequest = z.output<typeof PrepareRerangeRequest>

const WorstCase = z
  .object({
    eth: Amount.meta({ description: 'The wei paid, including the tip.' }),
    tokens: Amount.meta({ description: 'The units paid.' }),
    ethReceivedMin: Amount.meta({ description: 'The minimum wei received, after the tip.' }),
    tokensReceivedMin: Amount.meta({ description: 'The minimum units received.' }),
  })
  .meta({ id: 'OrderWorstCase' })

const places = {
  compound: z
    .object({
      tokenId: Amount,
      pool: Hex.meta({ description: 'The id of the V4 pool.' }),
      tokens: z.tuple([Address, Address]).readonly(),
      tickLower: z.int(),
      tickUpper: z.int(),
      amount0Max: Amount.meta({ description: 'The maximum of token0 that becomes liquidity.' }),
      amount1Max: Amount,
    })
    .nullable()
    .meta({ description: 'The position of a `compound`; null for the others.' }),
  rerange: z
    .object({
      tokenId: Amount,
      pool: Hex.meta({ description: 'The id of the V4 pool.' }),
      tokens: z.tuple([Address, Address]).readonly(),
      tickLower: z.int().meta({ description: 'The lower tick of the new range.' }),
      tickUpper: z.int(),
      liquidity: Amount.meta({ description: 'The liquidity of the new position.' }),
      side: Side,
      boundX96: Amount.meta({ description: 'The bound as a square-root price in Q64.96.' }),
      amountMoved: Amount.meta({
        description: 'Units of the only token that the position holds when the price is outside its range.',
      }),
      amountSoldFor: Amount.meta({
        description:
          'Units of the other token that the new position becomes when the price comes back through its range.',
      }),
    })
    .nullable()
    .meta({ description: 'The position of a `rerange`, and its new range; null for the others.' }),
}

export const PreparedOrder = z
  .object({
    chainId: z.literal(LAUNCH_CHAIN_ID),
    worstCase: WorstCase,
    meaning: z.array(z.string()),
    cancel: Revocation.meta({ description: 'The transaction that cancels the order. Keep it.' }),
    quote: Amount.meta({
      description:
        'The result of the trade now: units for a `limitBuy`, wei for a sale. For an `exit` and a `rerange`, the square-root price of the pool in Q64.96. For a `compound`, the liquidity that the fees pay for.',
    }),
    ...places,
    id: OrderId,
    authorization: Authorization,
    typedData: TypedData,
    statement: z.string(),
    signed: z.object({ prefix: Hex, suffix: Hex }).meta({
      description:
        'The signed order is `prefix`, the 65 bytes of the signature, and `suffix`, joined without their `0x`.',
    }),
    warnings: Warnings,
  })
  .meta({ id: 'PreparedOrder' })

export const PublishRequest = z.strictObject({
  signed: Hex.meta({ description: 'The signed order: prefix, signature and suffix of `/api/orders/prepare`.' }),
})

export const OrderRecord = z
  .object({
    id: OrderId,
    chainId: z.literal(LAUNCH_CHAIN_ID),
    sequence: z.int().meta({ description: 'The number of its event in the feed.' }),
    kind: Kind,
    owner: Address,
    token: Address.meta({ description: 'The launched token, or for an order on a position its manager.' }),
    amount: Amount.meta({
      description: 'The wei paid, the units sold, or the liquidity withdrawn or added.',
    }),
    outMin: Amount.meta({
      description:
        'The minimum received: units for a `limitBuy`, wei for a sale. For an `exit`, units of token0 if `side` is `below`, of token1 if it is `above`. For a `compound`, the liquidity. For a `rerange`, the units of that token which move.',
    }),
    outMax: Amount.nullable().meta({ description: 'Null for an order that is not a `stopLoss`.' }),
    venue: z.enum(['curve', 'pool', 'position']).meta({
      description:
        'Where it executes: the curve of the token, the Uniswap v4 pool of a graduated token, or a position.',
    }),
    position: z
      .object({
        protocol: z.enum(['V3', 'V4']),
        tokenId: Amount,
        pool: Hex.meta({ description: 'The address of a V3 pool, the id of a V4 pool.' }),
        side: z.enum(['below', 'above']),
        boundX96: Amount.meta({ description: 'The bound as a square-root price in Q64.96.' }),
      })
      .nullable()
      .meta({ description: 'The position of an `exit`; null for the others.' }),
    ...places,
    tip: Amount,
    until: z.int(),
    status: z.enum(ORDER_STATUSES).meta({
      description:
        '`ready`: executes now. `waiting`: its price is not reached, or fees do not pay for it yet. `unfunded`: the owner holds too little, or does not have the position. `closed`: its curve or pool gives no price, for example an order for the curve after graduation, or a price that takes too long to compute. `undelegated`: the account of the owner has no code that obeys orders. `paused`: the framework is paused by its operators.',
    }),
    quote: Amount.nullable().meta({
      description:
        'The result of the trade now, the square-root price of the pool of an `exit` or a `rerange`, or the liquidity that fees pay for; null if there is none.',
    }),
    blockNumber: Amount.meta({ description: 'The block that the state was read at.' }),
    meaning: z.array(z.string()),
    worstCase: WorstCase,
    signed: Hex.meta({ description: 'The signed order, for any executor.' }),
  })
  .meta({ id: 'Order' })

export const ExecutionRequest = z.strictObject({
  id: OrderId,
  executor: Wallet.meta({ description: 'The account that sends the transaction and is paid the tip.' }),
})

export const Execution = z.object({
  chainId: z.literal(LAUNCH_CHAIN_ID),
  summary: z.string(),
  tip: Amount,
  quote: Amount,
  blockNumber: Amount,
  transaction: z.object({
    to: Address,
    from: Address,
    data: Hex,
    value: Hex,
    chainId: z.literal(LAUNCH_CHAIN_ID),
    gasLimit: Amount,
  }),
  statement: z.string().meta({ description: 'The signed statement about the transaction.' }),
})
