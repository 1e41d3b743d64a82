import { z } from 'zod'
import { Address, Timestamp } from '#core/wire.ts'
import type { EthPrice } from '#launchpad/onchain/createEthPrice.ts'

const WEI_DECIMALS = 18
const PLACES = 12

const DOLLARS =
  'In US dollars at the price of `usdSource`, rounded towards zero to 12 decimal places. Null without a source.'

export const Usd = z
  .string()
  .regex(/^-?[0-9]+(\.[0-9]+)?$/)
  .nullable()
  .meta({ description: DOLLARS })

export const UsdSource = z
  .object({
    feed: Address.meta({
      description: 'The price feed on the launch chain, with the interface of a Chainlink aggregator.',
    }),
    description: z.string().meta({ description: "The feed's description of itself." }),
    ethUsd: z.string().meta({ description: 'Dollars per ETH.' }),
    updatedAt: Timestamp.meta({ description: 'When the feed last changed.' }),
    ageSeconds: z.int().min(0),
    isStale: z.boolean().meta({
      description:
        'True if the feed has not changed for longer than this deployment accepts; show its age next to dollar amounts.',
    }),
  })
  .nullable()
  .meta({
    description: 'The source of all dollar amounts in this response; null if this deployment has no feed.',
    id: 'UsdSource',
  })

export function toUsdSource(price: EthPrice | undefined): z.output<typeof UsdSource> {
  if (!price) return null
  const { feed, description, answer, decimals, updatedAt, ageSeconds, isStale } = price
  const ethUsd = toDecimal(answer, decimals)
  return { feed, description, ethUsd, updatedAt: new Date(updatedAt * 1000), ageSeconds, isStale }
}

/** Dollars of an amount in wei. */
export function toUsd(wei: bigint | string | null, price: EthPrice | undefined): string | null {
  if (wei === null || !price) return null
  const scaled = (BigInt(wei) * price.answer * 10n ** BigInt(PLACES)) / 10n ** BigInt(WEI_DECIMALS + price.decimals)
  return toDecimal(scaled, PLACES)
}

function toDecimal(value: bigint, places: number): string {
  const digits = String(value < 0n ? -value : value).padStart(places + 1, '0')
  const fraction = digits.slice(digits.length - places).replace(/0+$/, '')
  const whole = digits.slice(0, digits.length - places)
  return `${value < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`
}

type Priced = { priceEth: string; marketCapEth: string; volume24hEth: string | null }

export function toTokenUsd({ priceEth, marketCapEth, volume24hEth }: Priced, price: EthPrice | undefined) {
  return {
    priceUsd: toUsd(priceEth, price),
    marketCapUsd: toUsd(marketCapEth, price),
    volume24hUsd: toUsd(volume24hEth, price),
  }
}
