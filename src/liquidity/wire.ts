import { z } from 'zod'
import { Address, Amount } from '#core/wire.ts'
import { maybe } from './fields.ts'

/** An amount of a token; native ETH is the zero address. */
export const LpToken = z.object({ tokenAddress: Address, amount: Amount }).meta({ id: 'LPToken' })

export const Protocol = z.enum(['V2', 'V3', 'V4'])
export const Urgency = z.enum(['NORMAL', 'FAST', 'URGENT']).meta({ description: 'How soon; URGENT unless said.' })

export const PositionId = z
  .codec(z.string().regex(/^[0-9]{1,77}$/, 'must be the number of a position, digits only'), z.bigint(), {
    decode: BigInt,
    encode: String,
  })
  .meta({ description: 'The number of the position in its position manager.' })

/** Fields that every transaction with limits takes. */
export const terms = {
  slippageTolerance: maybe(z.number().min(0, 'must be at least 0').max(100, 'must be at most 100')).meta({
    description:
      'In percent; 0.5 unless said, 0.05 for V4 with native ETH. On V3 and V4 a move of the price, as far as the range holds it; on V2 of each amount. What it comes to stands in limits.',
  }),
  deadline: maybe(z.int('must be a whole number of Unix seconds')).meta({
    description: 'Unix seconds; 30 minutes from now unless said.',
  }),
}

export const nativeTokenBalance = maybe(Amount).meta({
  description: 'Native currency the wallet can spend; on V4 the tolerance shrinks until value and gas fit.',
})
export const permissioned = maybe(z.boolean()).meta({
  description: 'V4: whether the permissioned position manager keeps the position.',
})
/** In answers about a position. */
export const owner = z.string().optional().meta({ description: 'Who owns the position, on V3 and V4.' })
/** In answers. */
export const slippage = z.number().meta({ description: 'The tolerance applied, in percent.' })

/** Fields that every transaction takes. */
export const simulation = {
  simulateTransaction: maybe(z.boolean()).meta({ description: 'Adds gasFee and the gas fields.' }),
  urgency: maybe(Urgency),
}

export const includeApprovalSimulation = maybe(z.boolean()).meta({
  description: 'Only with simulateTransaction: the missing approvals run first in the simulation.',
})

/** Refuses `includeApprovalSimulation` on its own. */
export function approvalsNeedSimulation(
  request: { simulateTransaction?: boolean | undefined; includeApprovalSimulation?: boolean | undefined },
  context: z.RefinementCtx,
): void {
  if (!request.includeApprovalSimulation || request.simulateTransaction) return
  context.addIssue({
    code: 'custom',
    path: ['includeApprovalSimulation'],
    message: 'needs simulateTransaction: true beside it',
    input: request,
  })
}

// Answers are written as their final strings: checking them again digit by digit would cost more than building them.
const address = z.string().meta({ description: 'A checksummed address.' })
const amount = z.string().meta({ description: 'In the smallest unit, as a string of digits.' })

export const TokenAmount = z.object({ tokenAddress: address, amount }).meta({ id: 'TokenAmount' })

export const TokenInformation = z
  .object({ address, symbol: z.string(), decimals: z.number() })
  .meta({ id: 'TokenInformation', description: 'Symbol and decimals are the token’s own claim: untrusted.' })

const Simulation = z.object({ ok: z.boolean(), code: z.string().optional(), message: z.string().optional() }).meta({
  id: 'Simulation',
  description: 'How the transaction fared when it was run. A failure does not hide the quote.',
})

const Limits = z
  .object({
    pay: z.array(z.object({ tokenAddress: address, atMost: amount })),
    receive: z.array(
      z.object({
        tokenAddress: address,
        atLeast: amount,
        enforced: z.boolean().meta({
          description: 'False where no contract holds to it: a token of its own will, V2 liquidity minted, fees alone.',
        }),
      }),
    ),
    price: z
      .object({ quotedTokenAddress: address, atLeast: z.string().optional(), atMost: z.string().optional() })
      .optional()
      .meta({
        description: 'Pool prices outside which it reverts, as ratios of smallest units; a missing end is open.',
      }),
  })
  .meta({
    id: 'Limits',
    description:
      'The most that can leave the wallet and the least that reaches it, network fee apart; the zero address is native currency. The transaction reverts rather than break what is enforced.',
  })

export const Warning = z.object({ code: z.string(), message: z.string() }).meta({ id: 'Warning' })

/** What every built transaction's answer has beside the specified fields. */
export const outcome = {
  gasFee: amount.optional().meta({ description: 'Estimated cost in wei, with simulation.' }),
  simulation: Simulation.optional(),
  limits: Limits,
  warnings: z.array(Warning).meta({ description: 'What the wallet should know before it signs; usually empty.' }),
  summary: z.string().meta({ description: 'What the transaction does, in words, to be shown before it is signed.' }),
  blockNumber: z.string().meta({ description: 'The block the figures come from.' }),
  expiresAt: z.string().meta({ description: 'When to ask again instead of sending it, ISO-8601.' }),
}

export const UncollectedFees = z
  .object({ token0: TokenAmount, token1: TokenAmount })
  .meta({ id: 'UncollectedFees', description: 'Fees that the same transaction collects beside the amounts.' })

const fields = z.object({ fields: z.array(z.object({ name: z.string(), type: z.string() })) })
const toSign = 'Typed data to sign: replace domain.chainId by the number and unwrap each fields list.'

/** A permit as it travels: `domain.chainId` an enum name, `types` wrapped in `fields`, numbers as strings. */
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

/** The permit that lets a v3 position be moved; its numbers are numbers. */
export const NftPermitData = z
  .object({
    domain: z.object({ name: z.string(), version: z.string(), chainId: z.number(), verifyingContract: address }),
    types: z.record(z.string(), fields),
    values: z.object({ spender: address, tokenId: z.number(), nonce: z.string(), deadline: z.string() }),
  })
  .meta({ id: 'NftPermitData', description: toSign })
