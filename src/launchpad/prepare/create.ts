import { encodeFunctionData, toHex, type Address as ViemAddress, zeroAddress } from 'viem'
import { z } from 'zod'
import { invalidField } from '#core/ApiError.ts'
import * as UntrustedText from '#core/UntrustedText.ts'
import { Address, Amount } from '#core/wire.ts'
import { launchpadAbi } from '#launchpad/abi.ts'
import * as Curve from '#launchpad/Curve.ts'
import * as Quote from '#launchpad/Quote.ts'
import { WARNINGS, type Warning } from '#launchpad/warnings.ts'
import { Common, SlippageBps } from './fields.ts'
import { GAS, inEth, inTokens, type Plan } from './Plan.ts'
import { endOfCurve } from './Trade.ts'

const NAME_MAX = 64
const SYMBOL_MAX = 16
const URI_MAX_BYTES = 512

export const Create = Common.extend({
  action: z.literal('create'),
  name: z
    .string()
    .max(1_000)
    .meta({ description: `Trimmed; 1 to ${NAME_MAX} characters.` }),
  symbol: z
    .string()
    .max(1_000)
    .meta({ description: `Trimmed; 1 to ${SYMBOL_MAX} characters.` }),
  value: Amount.default(0n).meta({ description: 'Wei for the initial buy; 0 for none.' }),
  slippageBps: SlippageBps,
  metadataUri: z
    .string()
    .max(1_000)
    .optional()
    .meta({ description: `At most ${URI_MAX_BYTES} bytes; only emitted, never fetched.` }),
  salt: z
    .string()
    .regex(/^0x[0-9a-fA-F]{64}$/, 'must be 32 bytes in hexadecimal')
    .optional()
    .meta({
      description:
        'Binds the address to creator, name and symbol, so that it can be told beforehand; costs about 26,000 gas more. Without it the address comes from the receipt.',
    }),
  referrer: Address.optional(),
})

/** A launch, with an initial buy if a value is given. */
export function create(request: z.output<typeof Create>, factory: ViemAddress): Plan {
  const name = checked(request.name, { field: 'name', max: NAME_MAX })
  const symbol = checked(request.symbol, { field: 'symbol', max: SYMBOL_MAX })
  const { value, slippageBps } = request
  const bought = value === 0n ? undefined : Quote.of(Curve.untouched, { side: 'buy', amount: value, slippageBps })
  return {
    to: factory,
    data: encode(request, { name, symbol, minTokensOut: Curve.initialMinTokensOut(value, slippageBps) }),
    value,
    summary: `${summarise(name, symbol, bought)}${request.salt === undefined ? ' The address of the token comes from the TokenCreated event of the receipt.' : ''}`,
    warnings: [
      ...WARNINGS.token,
      ...WARNINGS.create,
      ...(bought ? WARNINGS.trade : []),
      ...WARNINGS.chain,
      ...unseen(name, symbol),
    ],
    gasMin: bought ? GAS.buy : GAS.create,
    ...(bought && { quote: { quote: bought, slippageBps } }),
    bindsAddress: request.salt !== undefined,
  }
}

type Named = { name: string; symbol: string; minTokensOut: bigint }

function encode({ metadataUri, salt, referrer }: z.output<typeof Create>, { name, symbol, minTokensOut }: Named) {
  if (metadataUri === undefined && salt === undefined && referrer === undefined)
    return encodeFunctionData({ abi: launchpadAbi, functionName: 'createToken', args: [name, symbol, minTokensOut] })
  const uri = metadataUri?.trim() ?? ''
  if (Buffer.byteLength(uri) > URI_MAX_BYTES)
    throw invalidField('metadataUri', `must have at most ${URI_MAX_BYTES} bytes`)
  const options = {
    metadataURI: uri,
    salt: (salt ?? toHex(0, { size: 32 })) as `0x${string}`,
    referrer: referrer ?? zeroAddress,
    feeHolder: zeroAddress,
    openingSeconds: 0,
    lockDays: 0,
  }
  const args = [name, symbol, minTokensOut, options] as const
  return encodeFunctionData({ abi: launchpadAbi, functionName: 'createTokenWithOptions', args })
}

/** Characters are counted as the contract counts them, which is not how strings are measured here. */
function checked(text: string, { field, max }: { field: string; max: number }): string {
  const trimmed = text.trim()
  const length = [...trimmed].length
  if (length === 0 || length > max) throw invalidField(field, `must have 1 to ${max} characters after trimming`)
  if (!trimmed.isWellFormed()) throw invalidField(field, 'must be well-formed Unicode')
  return trimmed
}

function summarise(name: string, symbol: string, bought: Quote.Quote | undefined): string {
  const launched = `Launches a new token named ${JSON.stringify(UntrustedText.oneLine(name))} with the symbol ${JSON.stringify(UntrustedText.oneLine(symbol))}: 1,000,000,000 tokens, 80% of them for sale on the curve.`
  if (!bought) return `${launched} Nothing is bought with it.`
  return `${launched} Buys ${inTokens(bought.amountOut)} for ${inEth(bought.ethUsed)} (fee ${inEth(bought.fee ?? 0n)}), at least ${inTokens(bought.minOut)} or nothing happens.${endOfCurve(bought)}`
}

function unseen(...texts: string[]): Warning[] {
  if (texts.every((text) => UntrustedText.oneLine(text) === text)) return []
  return [
    {
      code: 'unseen_characters',
      message: 'The name or symbol has characters that cannot be seen. Sites and wallets will show it without them.',
    },
  ]
}
