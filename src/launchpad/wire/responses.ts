import { z } from 'zod'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import { Statement, TransactionRequest, walletCalls } from '#core/TransactionRequest.ts'
import { Address, Timestamp } from '#core/wire.ts'
import * as wire from './schemas.ts'
import { Usd, UsdSource } from './usd.ts'

// The answers of the launchpad's endpoints. `z.input<typeof X>` is the JSON that a client receives.

const NextCursor = z.string().optional().meta({ description: 'Absent on the last page.' })

export const TokenPage = z.object({
  total: z.int().meta({ description: 'Number of launches that match the filter.' }),
  tokens: z.array(wire.Token.extend({ ...wire.TokenUsd.shape, glance: wire.Glance.optional() })),
  usdSource: UsdSource,
  nextCursor: NextCursor,
})

export const TradePage = z.object({ trades: z.array(wire.Trade), nextCursor: NextCursor })

export const CandleList = z.object({
  address: Address,
  interval: z.enum(wire.intervals),
  candles: z.array(wire.Candle).meta({ description: 'Oldest first, without gaps, from the creation of the token on.' }),
})

export const Reserve = z.object({ address: Address, balance: wire.Digits, shareBps: z.int() })
const Holder = Reserve.extend({ isCreator: z.boolean() })

export const HolderPage = z.object({
  total: z.int().meta({ description: wire.HOLDERS }),
  holders: z.array(Holder).meta({ description: 'Largest balance first.' }),
  burned: Reserve.nullable().meta({ description: 'Tokens that can never move again.' }),
  locked: Reserve.nullable().meta({
    description:
      'Tokens held by the token contract: the unreleased part of a locked first buy. Tokens sent there by anyone else are lost.',
  }),
  curve: Reserve.meta({ description: 'Tokens still held by the launch contract.' }),
  pool: Reserve.nullable().meta({
    description: 'Tokens held by the Uniswap pool manager: the pool of a graduated token, or earlier transfers to it.',
  }),
  nextCursor: NextCursor,
})

const Creator = z.object({
  address: Address,
  tokens: z.int(),
  graduated: z.int(),
  volumeEth: wire.Digits,
  feeBackedVolumeEth: wire.Digits,
  outsideVolumeEth: wire.Digits.meta({
    description: 'The same without trades of the creator, the fee holders and the accounts of their fee splits.',
  }),
})

export const Stats = z.object({
  tokens: z.int(),
  graduated: z.int(),
  trades: z.int(),
  volumeEth: wire.Digits,
  trades24h: z.int(),
  volume24hEth: wire.Digits,
  volume24hUsd: Usd,
  feeBackedVolumeEth: wire.Digits,
  feeBackedVolume24hEth: wire.Digits,
  leaderboard: z.object({
    creators: z.array(Creator).meta({ description: 'Ranked by `outsideVolumeEth`.' }),
    tokens: z.array(wire.Token).meta({ description: 'Ranked by `outsideVolume24hEth`.' }),
  }),
  usdSource: UsdSource,
  block: z.int().meta({ description: 'The last indexed block.' }),
  blockTime: Timestamp,
  behindMs: z.int().min(0).nullable().meta({
    description: 'Milliseconds since the index last matched the head of the chain; null until the chain has been read.',
  }),
})

export const Metadata = wire.Token.pick({ address: true, untrusted: true, metadata: true, metadataUri: true })
export const SavedMetadata = z.object({ address: Address, metadata: wire.Metadata })

const QuoteFields = z.object({
  venue: z.enum(['curve', 'pool']).meta({ description: 'A graduated token trades in its Uniswap v4 pool.' }),
  side: z.enum(['buy', 'sell']),
  amountIn: wire.Digits,
  amountOut: wire.Digits,
  minOut: wire.Digits.meta({
    description: 'The minimum to accept: `minTokensOut` or `minEthOut` of the transaction.',
  }),
  slippageBps: z.int(),
  fee: wire.Digits.nullable().meta({
    description: 'In wei, 1% of the ETH; null for a sale in the pool, which keeps 1% of the tokens instead.',
  }),
  ethUsed: wire.Digits.nullable().meta({ description: 'Wei that the buy spends, fee included; null for a sale.' }),
  refund: wire.Digits.nullable().meta({ description: 'Wei returned because the curve is full; null for a sale.' }),
  priceBefore: wire.Digits,
  priceAfter: wire.Digits.nullable().meta({ description: 'Null in the pool.' }),
  priceImpactBps: z.int(),
  effectivePrice: wire.Digits.meta({
    description: 'Wei that one whole token costs or returns in this trade, fee and surcharge included.',
  }),
  withheld: wire.Digits.meta({ description: 'Tokens that the opening burns instead of giving them to the buyer.' }),
  opening: z
    .object({
      surchargeBps: z.int(),
      endsAt: Timestamp,
      amountOutAtEnd: wire.Digits.meta({
        description: 'Tokens that the same buy returns once the opening is over, if no one else trades until then.',
      }),
    })
    .nullable()
    .meta({ description: 'Set while buys pay the surcharge of an opening.' }),
  at: Timestamp.meta({
    description:
      'The earliest time of the next block, which the quote is computed for. The surcharge only decreases, so a later block returns at least as much unless someone else trades.',
  }),
  graduates: z.boolean().meta({ description: 'Whether this buy fills the curve and moves the token into its pool.' }),
})

export const Quote = QuoteFields.extend({
  address: Address.nullable(),
  block: z.int().nullable(),
  warnings: z.array(wire.Warning).meta({
    description:
      '`LOOKALIKE_TOKEN` if the token looks like another one; `SINGLE_PROVIDER` if one RPC provider was read.',
  }),
})

/** The actions of `prepare`, in the order of the documentation. */
export const actions = [
  'create',
  'buy',
  'sell',
  'approve',
  'claim',
  'collect',
  'transferCreator',
  'acceptCreator',
  'releaseLock',
  'createFeeSplit',
  'claimFeeSplit',
  'withdrawFeeSplit',
  'claimTreasury',
  'metadata',
] as const

export const Transaction = TransactionRequest.extend({
  gasLimit: wire.Digits.meta({
    description: 'Gas limit with a margin for transactions that are mined first; unused gas is not charged.',
  }),
}).meta({ id: 'LaunchTransaction', description: 'Unsigned: the wallet of `from` signs and sends it.' })

export const Prepared = z.object({
  action: z.enum(actions),
  chainId: z.literal(LAUNCH_CHAIN_ID),
  transaction: Transaction.nullable().meta({ description: 'Null for `metadata`, which is signed and not sent.' }),
  steps: z
    .array(z.object({ summary: z.string(), transaction: Transaction, statement: Statement }))
    .meta({ description: 'Everything to send, in order: missing approvals, then `transaction`.' }),
  ...walletCalls,
  typedData: z.unknown().optional().meta({ description: 'For `metadata`: what to sign with eth_signTypedData_v4.' }),
  signers: z.array(Address).optional().meta({
    description: 'For `metadata`: the accounts whose signature is accepted.',
  }),
  summary: z.string(),
  warnings: z.array(wire.Warning),
  quote: QuoteFields.nullable(),
  token: Address.nullable().meta({
    description: 'For `create` with a salt: the address of the new token. Without a salt, read it from the receipt.',
  }),
  split: Address.nullable().meta({ description: 'For `createFeeSplit`: the address of the fee split.' }),
  poolId: wire.Hash.nullable().meta({
    description: 'For a `buy` that fills the curve: the Uniswap v4 pool that the token graduates into.',
  }),
  amount: wire.Digits.nullable().meta({
    description:
      'For `claim`, `collect`, `claimFeeSplit`, `withdrawFeeSplit` and `claimTreasury`: the wei that the transaction moves now. For `releaseLock`: the tokens.',
  }),
  tokenAmount: wire.Digits.nullable().meta({
    description:
      'For `claim`, `collect` and `claimFeeSplit`: the tokens that the transaction moves in addition to the wei.',
  }),
  simulation: z.object({ gasUsed: wire.Digits }).nullable().meta({
    description:
      'Result of the simulation on the newest block, after the earlier steps. For `releaseLock`, null if nothing had vested at that block.',
  }),
  statement: Statement.meta({ description: 'The statement about `transaction`, or about `typedData`.' }),
})
