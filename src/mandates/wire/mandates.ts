import { z } from 'zod'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import { Address, Amount, Hex, Wallet } from '#core/wire.ts'
import { AMOUNT_MAX, TRADES_MAX } from '#mandates/rules/Grant.ts'
import { CLAIMS_MAX, LIQUIDITY_ACTIONS } from '#mandates/rules/liquidityForms.ts'
import { STATUSES } from '#mandates/rules/statusOf.ts'

const ACTIONS = ['buy', 'launch', 'sell', 'claim', 'collect', 'liquidity'] as const
const ActionName = z.enum(ACTIONS)

const DAYS_MAX = 365
export const LIFETIME_MAX = BigInt(DAYS_MAX) * 86_400n
const TRADES_DEFAULT = 100
const TOKENS_MAX = 8
const LIQUIDITY_MAX = 4
const TRADES_RANGE = `must be 1 to ${TRADES_MAX}`

const chainId = z.literal(LAUNCH_CHAIN_ID, `must be ${LAUNCH_CHAIN_ID}, the chain of the launchpad`)

const Limit = Amount.refine((amount) => amount <= AMOUNT_MAX, 'must be at most 2^128 - 1')

const Sale = z.strictObject({
  token: Address.meta({ description: 'A launched token.' }),
  amountPerTrade: Limit.meta({
    description: 'The maximum units of one sale. One transaction can hold several sales.',
  }),
  ethPerTradeMin: Limit.default(0n).meta({ description: 'Wei that each sale must bring at least. Default: 0.' }),
})

const Liquidity = z.strictObject({
  action: z.enum(LIQUIDITY_ACTIONS).meta({
    description:
      'The path under `/lp` that the agent may use: `create`, `increase`, `decrease`, for V3 and V4 `compound`, or for V4 `claim`. For V2, `create` is `increase`. Fees of V3 positions are the action `collect`.',
  }),
  protocol: z.enum(['V2', 'V3', 'V4']),
  tokenId: Amount.optional().meta({ description: 'The one position. Required for all but V2 and `create`.' }),
  token0Address: Address.meta({ description: 'The zero address is ETH, in V4 only.' }),
  token1Address: Address,
  fee: z.int().min(0).max(0xff_ff_ff).optional().meta({ description: 'Of the pool. Required to create.' }),
  tickSpacing: z.int().min(1).max(32_767).optional().meta({ description: 'Of the pool. Required to create in V4.' }),
  hooks: Address.optional().meta({ description: 'Of a V4 pool. Default: none.' }),
  amount0PerTrade: Limit.optional().meta({
    description:
      'The maximum of one deposit. Required for deposits. For `compound` in V3, the maximum that it may take in addition to the fees; default: 0.',
  }),
  amount1PerTrade: Limit.optional(),
  sharesPerTrade: Limit.optional().meta({
    description: 'The maximum shares of a pair in one withdrawal. Required for V2.',
  }),
})
export type LiquidityItem = z.output<typeof Liquidity>

const ClaimMany = z.strictObject({
  action: z.literal('claimMany').meta({ description: '`/lp/claim_many`: all of these positions in one call.' }),
  protocol: z.enum(['V3', 'V4']),
  tokenIds: z
    .array(Amount)
    .min(2, 'must name at least 2 positions')
    .max(CLAIMS_MAX, `must name at most ${CLAIMS_MAX} positions`)
    .refine((ids) => new Set(ids).size === ids.length, 'must not name a position twice')
    .meta({ description: `2 to ${CLAIMS_MAX} positions. The agent names them in the same order.` }),
})
export type ClaimManyItem = z.output<typeof ClaimMany>

export const Request = z.strictObject({
  owner: Wallet.meta({ description: 'The account that signs, pays and receives. It must sign with its own key.' }),
  agent: Wallet.meta({ description: 'The account of the agent, which sends the transactions and pays their gas.' }),
  chainId: chainId.default(LAUNCH_CHAIN_ID),
  actions: z.array(ActionName).min(1, 'must name at least one action').max(ACTIONS.length).meta({
    description:
      "`buy` and `launch` spend ETH on the curve, `sell` sells the listed tokens there, `claim` claims creator's fees, `collect` collects fees of v3 positions, `liquidity` makes the calls listed in that field. All proceeds go to the owner.",
  }),
  ethPerDay: Limit.optional().meta({
    description: 'Wei that `buy` and `launch` may spend together in any 24 hours. Required with either.',
  }),
  ethPerTrade: Limit.optional().meta({
    description:
      'Wei in one trade, at most half of `ethPerDay`. One transaction can hold several trades. Default: half of `ethPerDay`.',
  }),
  buyToken: Address.optional().meta({
    description:
      'The only token that the agent may buy. Cannot be combined with `launch`. Default: any launched token.',
  }),
  tokens: z
    .array(Sale)
    .max(TOKENS_MAX)
    .default([])
    .meta({ description: `The tokens that \`sell\` may sell, at most ${TOKENS_MAX}. Required with that action.` }),
  liquidity: z
    .array(z.discriminatedUnion('action', [Liquidity, ClaimMany]))
    .max(LIQUIDITY_MAX)
    .default([])
    .meta({
      description: `The calls that \`liquidity\` covers, at most ${LIQUIDITY_MAX} items, each signed separately. Required with that action.`,
    }),
  until: z
    .int()
    .min(1)
    .meta({ description: `Seconds since 1970, at most ${DAYS_MAX} days ahead.` }),
  trades: z
    .int()
    .min(1, TRADES_RANGE)
    .max(TRADES_MAX, TRADES_RANGE)
    .default(TRADES_DEFAULT)
    .meta({ description: `Total number of trades per signature. Default: ${TRADES_DEFAULT}.` }),
})
export type Request = z.output<typeof Request>

const Transaction = z.object({
  to: Address,
  from: Address,
  data: Hex,
  value: Hex,
  chainId: z.literal(LAUNCH_CHAIN_ID),
})

export const Revocation = z
  .object({
    summary: z.string(),
    transaction: Transaction.meta({ description: 'The transaction that the owner sends.' }),
    statement: z.string().meta({ description: 'The signed statement about the transaction.' }),
  })
  .meta({ id: 'Revocation' })

export const Authorization = z
  .object({
    chainId: z.literal(LAUNCH_CHAIN_ID),
    address: Address,
    nonce: Amount.meta({
      description: 'The nonce to sign if another account, such as the agent, sends the type-4 transaction.',
    }),
    nonceIfOwnerSends: Amount,
  })
  .nullable()
  .meta({
    description:
      'The EIP-7702 authorization to sign and send once, so that the account obeys mandates. Null if it already does.',
  })

export const TypedData = z
  .object({
    domain: z.record(z.string(), z.unknown()),
    types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
    primaryType: z.string(),
    message: z.record(z.string(), z.unknown()),
  })
  .meta({ description: 'The EIP-712 message that the owner signs.' })

export const Warnings = z.array(z.object({ code: z.string(), message: z.string() }))

const WorstCase = z
  .object({
    ethPerTrade: Amount,
    ethPerDay: Amount.meta({ description: 'The maximum wei in any 24 hours.' }),
    eth: Amount.meta({ description: 'The maximum wei until the mandate ends.' }),
    tokens: z.array(
      z.object({ token: Address, amountPerTrade: Amount, amount: Amount, ethPerTradeMin: Amount }).meta({
        description: 'The maximum units sold in total, and the minimum wei of each sale.',
      }),
    ),
  })
  .meta({ id: 'MandateWorstCase' })

export const Prepared = z.object({
  chainId: z.literal(LAUNCH_CHAIN_ID),
  owner: Address,
  agent: Address,
  revokeAll: Revocation.meta({
    description: 'One transaction that ends all mandates and orders of the owner that are in force. Keep it.',
  }),
  worstCase: WorstCase.meta({ description: 'The worst case of all delegations together.' }),
  authorization: Authorization,
  delegations: z.array(
    z.object({
      actions: z.array(ActionName),
      revoke: Revocation,
      worstCase: WorstCase,
      meaning: z.array(z.string()),
      hash: Hex,
      typedData: TypedData,
      statement: z.string(),
      mandate: z.object({ prefix: Hex, suffix: Hex }).meta({
        description: 'The mandate is `prefix`, the 65 bytes of the signature, and `suffix`, joined without their `0x`.',
      }),
    }),
  ),
  warnings: Warnings,
})

export const Query = z.strictObject({
  mandate: Hex.meta({ description: 'A mandate: prefix, signature and suffix of `/api/mandates/prepare`.' }),
})

export const MandateState = z.object({
  chainId: z.literal(LAUNCH_CHAIN_ID),
  owner: Address,
  agent: Address,
  hash: Hex,
  status: z.enum(STATUSES).meta({
    description:
      '`used`: all trades are spent. `undelegated`: the account of the owner has no code that obeys mandates. `paused`: the framework is paused by its operators.',
  }),
  actions: z.array(ActionName),
  meaning: z.array(z.string()),
  worstCase: WorstCase.meta({ description: 'The worst case from the start of the mandate.' }),
  until: z.int(),
  trades: z.object({ used: z.int(), left: z.int() }),
  ethLeftToday: Amount.nullable().meta({
    description: 'Wei left to spend in the current day; null without a budget.',
  }),
  dayEndsAt: z.int().nullable(),
  blockNumber: Amount,
  revoke: Revocation,
  revokeAll: Revocation.meta({
    description: 'The transaction that ends all mandates and orders of the owner that are in force.',
  }),
})
