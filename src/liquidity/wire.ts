import { z } from 'zod'
import { Statement } from '#core/TransactionRequest.ts'
import { Address, Amount, Hex } from '#core/wire.ts'
import { refuse } from '#liquidity/fields.ts'
import { maybe } from './fields.ts'

/** An amount of a token; native ETH is the zero address. */
export const LpToken = z.strictObject({ tokenAddress: Address, amount: Amount }).meta({ id: 'LPToken' })

export const Protocol = z.enum(['V2', 'V3', 'V4'])
export const Urgency = z
  .enum(['NORMAL', 'FAST', 'URGENT'])
  .meta({ description: 'How soon the transaction should be mined. Default: URGENT.' })

export const PositionId = z
  .codec(z.string().regex(/^[0-9]{1,77}$/, 'must be the number of a position, digits only'), z.bigint(), {
    decode: BigInt,
    encode: String,
  })
  .meta({ description: 'The number of the position in its position manager.' })

/** Request fields of every transaction with limits. */
export const terms = {
  slippageTolerance: maybe(z.number().min(0, 'must be at least 0').max(100, 'must be at most 100')).meta({
    description:
      'Percent. Default: 0.5, or 0.05 for V4 with native ETH. Bounds the price move on V3 and V4, and each amount on V2; the resulting amounts are in limits.',
  }),
  deadline: maybe(z.int('must be a whole number of Unix seconds')).meta({
    description: 'Unix seconds. Default: 30 minutes from now.',
  }),
}

export const nativeTokenBalance = maybe(Amount).meta({
  description: 'Native currency that the wallet can spend. On V4, the tolerance is reduced until value and gas fit.',
})
export const permissioned = maybe(z.boolean()).meta({
  description: 'V4 only: whether the position belongs to the permissioned position manager.',
})
/** In answers about a position. */
export const owner = z.string().optional().meta({ description: 'The owner of the position, on V3 and V4.' })
export const slippage = z.number().meta({ description: 'The tolerance applied, in percent.' })

/** Request fields of every transaction. */
export const mandate = maybe(Hex).meta({
  description:
    'A mandate of the wallet that covers this call, on chain 4663. The response is one transaction that the agent of the mandate sends; missing approvals are refused.',
})

export const simulation = {
  simulateTransaction: maybe(z.boolean()).meta({
    description:
      'true simulates the transaction on the current state of the wallet; false skips the simulation. Default: simulate it together with the missing approvals. A simulation adds gasFee and the gas fields. A transaction that breaks its limits in the simulation is not returned.',
  }),
  urgency: maybe(Urgency),
  minBlock: maybe(Amount).meta({
    description:
      'The oldest block that the response may be built on, such as the block of your last receipt. If the newest block seen is older, the request fails with unavailable; try again.',
  }),
}

export const includeApprovalSimulation = maybe(z.boolean()).meta({
  description: 'Simulates the missing approvals first. Needs simulateTransaction.',
})

/** Refuses `includeApprovalSimulation` on its own. */
export function approvalsNeedSimulation(
  request: { simulateTransaction?: boolean | undefined; includeApprovalSimulation?: boolean | undefined },
  context: z.RefinementCtx,
): void {
  if (!request.includeApprovalSimulation || request.simulateTransaction !== false) return
  refuse(context, 'includeApprovalSimulation', 'cannot be combined with simulateTransaction: false')
}

// Answers are written as their final strings: validating each digit again would cost more than building them.
const address = z.string().meta({ description: 'A checksummed address.' })
const amount = z.string().meta({ description: 'In the smallest unit, as a string of digits.' })

export const TokenAmount = z.object({ tokenAddress: address, amount }).meta({ id: 'TokenAmount' })

export const TokenInformation = z
  .object({ address, symbol: z.string(), decimals: z.number() })
  .meta({ id: 'TokenInformation', description: 'Symbol and decimals as the token reports them. Untrusted.' })

const Simulation = z.object({ ok: z.boolean(), code: z.string().optional(), message: z.string().optional() }).meta({
  id: 'Simulation',
  description: 'The result of the simulation. A failure does not hide the quote.',
})

const Limits = z
  .object({
    pay: z.array(
      z.object({
        tokenAddress: address,
        atMost: amount,
        enforced: z.boolean().meta({
          description:
            'True if no more can leave the wallet. False for an untrusted token, whose contract could take more.',
        }),
      }),
    ),
    receive: z.array(
      z.object({
        tokenAddress: address,
        atLeast: amount,
        enforced: z.boolean().meta({
          description:
            'True if the transaction reverts when less would reach the wallet. Only native currency, its wrapped form and trusted tokens can be enforced; V2 liquidity and claimed fees are not.',
        }),
        heldBy: z.enum(['pool']).optional().meta({
          description: "The pool's contracts send no less, but the token is untrusted and can deliver less.",
        }),
      }),
    ),
    price: z
      .object({ quotedTokenAddress: address, atLeast: z.string().optional(), atMost: z.string().optional() })
      .optional()
      .meta({
        description:
          'The transaction reverts at pool prices outside these bounds, which are ratios of smallest units. A missing bound is open.',
      }),
    liquidity: z
      .object({ atLeast: amount, enforced: z.boolean() })
      .optional()
      .meta({ description: 'The minimum liquidity that the position gains.' }),
  })
  .meta({
    id: 'Limits',
    description:
      'The maximum that can leave the wallet and the minimum that reaches it, without the network fee. The zero address is native currency.',
  })

export const Warning = z.object({ code: z.string(), message: z.string() }).meta({ id: 'Warning' })

/** Fields that the answer of every built transaction has in addition to the specified ones. */
export const outcome = {
  gasFee: amount.optional().meta({ description: 'Estimated cost in wei, with simulation.' }),
  simulation: Simulation.optional(),
  limits: Limits,
  warnings: z.array(Warning).meta({ description: 'Risks to show before the transaction is signed; usually empty.' }),
  summary: z.string().meta({ description: 'The transaction in words, to be shown before it is signed.' }),
  blockNumber: z.string().meta({ description: 'The block that the figures were read at.' }),
  expiresAt: z
    .string()
    .meta({ description: 'ISO 8601. After this time, build the transaction again instead of sending it.' }),
  statement: Statement,
}

export const UncollectedFees = z
  .object({ token0: TokenAmount, token1: TokenAmount })
  .meta({ id: 'UncollectedFees', description: 'Fees that the same transaction collects in addition to the amounts.' })

const fields = z.object({ fields: z.array(z.object({ name: z.string(), type: z.string() })) })
const toSign = 'Typed data to sign: replace domain.chainId with the number, and unwrap each fields list.'

/** A permit on the wire: `domain.chainId` is an enum name, `types` are wrapped in `fields`, numbers are strings. */
export const PermitData = z
  .object({
    domain: z.object({ name: z.string(), chainId: z.string(), verifyingContract: address }),
    types: z.record(z.string(), fields),
    values: z.object({
      details: z.array(z.object({ token: address, amount, expiration: z.string(), nonce: z.string() })),
      spender: address,
      sigDeadline: z.string(),
    }),
  })
  .meta({ id: 'PermitData', description: toSign })

/** The permit that lets a contract move a v3 position. Its integers are JSON numbers. */
export const NftPermitData = z
  .object({
    domain: z.object({ name: z.string(), version: z.string(), chainId: z.number(), verifyingContract: address }),
    types: z.record(z.string(), fields),
    values: z.object({ spender: address, tokenId: z.number(), nonce: z.string(), deadline: z.string() }),
  })
  .meta({ id: 'NftPermitData', description: toSign })
