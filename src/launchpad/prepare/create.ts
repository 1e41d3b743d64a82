import { encodeFunctionData, type Hex, isAddressEqual, toHex, zeroAddress } from 'viem'
import { z } from 'zod'
import { invalidField } from '#core/ApiError.ts'
import type { Stated } from '#core/Statement.ts'
import * as UntrustedText from '#core/UntrustedText.ts'
import { Address, Amount } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import * as Curve from '#launchpad/contract/Curve.ts'
import { feeSplitImplementationOf } from '#launchpad/contract/feeSplitFactoryOf.ts'
import * as Quote from '#launchpad/quotes/Quote.ts'
import { imitation } from '#launchpad/wire/lookalike.ts'
import { WARNINGS, type Warning } from '#launchpad/wire/warnings.ts'
import { defineAction } from './Action.ts'
import { Common, SlippageBps } from './fields.ts'
import { GAS, inEth, inTokens, type Plan } from './Plan.ts'
import { describeGraduation } from './Trade.ts'

const NAME_MAX = 64
const SYMBOL_MAX = 16
const URI_MAX_BYTES = 512
const OPENING_RANGE = `must be ${Curve.openingLimits.secondsMin} to ${Curve.openingLimits.secondsMax} seconds`

const Request = Common.extend({
  action: z.literal('create'),
  name: z
    .string()
    .max(1_000)
    .meta({ description: `Trimmed; 1 to ${NAME_MAX} characters.` }),
  symbol: z
    .string()
    .max(1_000)
    .meta({ description: `Trimmed; 1 to ${SYMBOL_MAX} characters.` }),
  value: Amount.default(0n).meta({ description: 'Wei for the initial buy. Default: 0, no buy.' }),
  slippageBps: SlippageBps,
  metadataUri: z
    .string()
    .max(1_000)
    .optional()
    .meta({ description: `At most ${URI_MAX_BYTES} bytes. Emitted in an event; this service never fetches it.` }),
  salt: z
    .string()
    .regex(/^0x[0-9a-fA-F]{64}$/, 'must be 32 bytes in hexadecimal')
    .optional()
    .meta({
      description:
        'Derives the token address from creator, name, symbol and terms, so that it is known in advance; costs about 26,000 gas more. Without a salt, read the address from the receipt.',
    }),
  referrer: Address.optional(),
  feeHolder: Address.optional().meta({
    description:
      "Holds the creator's right and gets its fees from the first wei, for example a fee split. Default: the creator.",
  }),
  openingSeconds: z
    .int()
    .min(Curve.openingLimits.secondsMin, OPENING_RANGE)
    .max(Curve.openingLimits.secondsMax, OPENING_RANGE)
    .optional()
    .meta({
      description:
        'Length of the opening. A buy receives 1% of its tokens at the start, rising to all of them at the end; the rest is burned. Recommended: 120. Default: no opening.',
    }),
  lockDays: z.int().min(1, 'must be 1 to 65535 days').max(65_535, 'must be 1 to 65535 days').optional().meta({
    description:
      "Days over which the locked tokens of the initial buy are released, second by second, to the holder of the creator's right. A lock of at least 30 days exempts the buy from the surcharge of an opening. Default: no lock.",
  }),
})

type Request = z.output<typeof Request>

/** A launch, with an initial buy if a value is given. */
export const create = defineAction({ schema: Request, plan })

function plan({ factory, site }: Context, request: Request): Plan {
  const at = site.now() / 1000
  const name = checked(request.name, { field: 'name', max: NAME_MAX })
  const symbol = checked(request.symbol, { field: 'symbol', max: SYMBOL_MAX })
  const { value, slippageBps } = request
  if (request.lockDays !== undefined && value === 0n)
    throw invalidField('lockDays', 'needs an initial buy to lock: send value')
  if (request.feeHolder && isAddressEqual(request.feeHolder, feeSplitImplementationOf(factory.address)))
    throw invalidField('feeHolder', 'is the implementation of fee splits, where fees are lost: name a split')
  const bought = value === 0n ? undefined : firstBuy(request, at)
  const launched = { name, symbol, minTokensOut: bought?.minOut ?? 0n }
  return {
    to: factory.address,
    data: encode(request, launched),
    value,
    stated: statedOf(request, launched),
    summary: `${summarise(name, symbol, bought)}${describeOptions(request, bought)}${request.salt === undefined ? ' The address of the token comes from the TokenCreated event of the receipt.' : ''}`,
    warnings: [
      ...lookalikeWarnings([symbol, name], site.listed),
      ...WARNINGS.token,
      ...WARNINGS.create,
      ...(bought?.opening ? [ownSurcharge(bought)] : []),
      ...(bought ? WARNINGS.trade : []),
      ...WARNINGS.chain,
      ...invisibleWarnings(name, symbol),
    ],
    gasMin: bought ? GAS.buy : GAS.create,
    ...(bought && { quote: { quote: bought, slippageBps, at } }),
    bindsAddress: request.salt !== undefined,
  }
}

type Launched = { name: string; symbol: string; minTokensOut: bigint }

function statedOf(request: Request, launched: Launched): Stated {
  return {
    limits: { pay: [{ token: zeroAddress, atMost: request.value }], receive: [] },
    recipient: request.feeHolder,
    call: hasOptions(request) ? 'createTokenWithOptions' : 'createToken',
    terms: { ...launched, ...optionsOf(request) },
  }
}

/** The initial buy pays the surcharge of the opening's first second, unless it is locked for at least 30 days. */
function firstBuy({ value, slippageBps, openingSeconds, lockDays }: Request, at: number): Quote.Quote {
  const terms = { openingSeconds: openingSeconds ?? 0, lockDays: lockDays ?? 0 }
  const opening = { surchargeBps: Curve.firstBuySurchargeBps(terms), endsAt: at + terms.openingSeconds }
  return Quote.of(Curve.untouched, { side: 'buy', amount: value, slippageBps, opening })
}

/** The options by their names in the contract; one that was not requested is empty or zero. */
function optionsOf({ metadataUri, salt, referrer, feeHolder, openingSeconds, lockDays }: Request) {
  return {
    metadataURI: metadataUri?.trim() ?? '',
    salt: (salt?.toLowerCase() ?? toHex(0, { size: 32 })) as Hex,
    referrer: referrer ?? zeroAddress,
    feeHolder: feeHolder ?? zeroAddress,
    openingSeconds: openingSeconds ?? 0,
    lockDays: lockDays ?? 0,
  }
}

function hasOptions({ metadataUri, salt, referrer, feeHolder, openingSeconds, lockDays }: Request): boolean {
  return [metadataUri, salt, referrer, feeHolder, openingSeconds, lockDays].some((option) => option !== undefined)
}

function describeOptions({ openingSeconds, lockDays, feeHolder }: Request, bought?: Quote.Quote): string {
  return [
    ...(openingSeconds === undefined
      ? []
      : [
          ` Buys in the first ${openingSeconds} seconds get fewer tokens, ${Curve.openingLimits.surchargeBpsMax / 100}% fewer at the start, falling to none at the end; the rest is burned.`,
        ]),
    ...(lockDays === undefined || !bought
      ? []
      : [
          ` The bought tokens stay locked and are released over ${lockDays === 1 ? 'a day' : `${lockDays} days`} to the holder of the creator's right.`,
        ]),
    ...(feeHolder === undefined ? [] : [` The creator's fees belong to ${feeHolder} from the first wei.`]),
  ].join('')
}

function ownSurcharge({ withheld }: Quote.Quote): Warning {
  return {
    code: 'opening_surcharge',
    message: `The initial buy falls into the first second of the opening: ${inTokens(withheld)} that it pays for are burned. Lock it for ${Curve.EXEMPT_LOCK_DAYS} days or more (lockDays) to keep them, or buy later.`,
  }
}

function encode(request: Request, { name, symbol, minTokensOut }: Launched) {
  if (!hasOptions(request))
    return encodeFunctionData({ abi: launchpadAbi, functionName: 'createToken', args: [name, symbol, minTokensOut] })
  const options = optionsOf(request)
  if (Buffer.byteLength(options.metadataURI) > URI_MAX_BYTES)
    throw invalidField('metadataUri', `must have at most ${URI_MAX_BYTES} bytes`)
  const args = [name, symbol, minTokensOut, options] as const
  return encodeFunctionData({ abi: launchpadAbi, functionName: 'createTokenWithOptions', args })
}

/** Counts code points, as the contract does, not UTF-16 units. */
function checked(text: string, { field, max }: { field: string; max: number }): string {
  const trimmed = text.trim()
  const length = [...trimmed].length
  if (length === 0 || length > max) throw invalidField(field, `must have 1 to ${max} characters after trimming`)
  if (!trimmed.isWellFormed()) throw invalidField(field, 'must be well-formed Unicode')
  if (UntrustedText.oneLine(trimmed) === '') throw invalidField(field, 'must have a visible character')
  return trimmed
}

function summarise(name: string, symbol: string, bought: Quote.Quote | undefined): string {
  const launched = `Launches a new token named ${JSON.stringify(UntrustedText.oneLine(name))} with the symbol ${JSON.stringify(UntrustedText.oneLine(symbol))}: 1,000,000,000 tokens, 80% of them for sale on the curve.`
  if (!bought) return `${launched} It buys nothing.`
  return `${launched} Buys ${inTokens(bought.amountOut)} for ${inEth(bought.ethUsed)} (fee ${inEth(bought.fee ?? 0n)}), at least ${inTokens(bought.minOut)} or nothing happens.${describeGraduation(bought)}`
}

function lookalikeWarnings(texts: readonly string[], listed: readonly string[]): Warning[] {
  const original = imitation(texts, listed)
  if (!original) return []
  return [
    {
      code: 'LOOKALIKE_TOKEN',
      message: `The name or symbol can be mistaken for ${original}. The token is marked as a lookalike everywhere it is shown.`,
    },
  ]
}

function invisibleWarnings(...texts: string[]): Warning[] {
  if (texts.every((text) => UntrustedText.oneLine(text) === text)) return []
  return [
    {
      code: 'unseen_characters',
      message: 'The name or symbol has invisible characters. Sites and wallets show it without them.',
    },
  ]
}
