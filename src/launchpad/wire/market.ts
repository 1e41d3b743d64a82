import { formatEther, zeroAddress } from 'viem'
import { z } from 'zod'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import { Address, toAddress } from '#core/wire.ts'
import * as Curve from '#launchpad/contract/Curve.ts'
import * as Position from '#launchpad/records/LogPosition.ts'
import type { CurveTrade } from '#launchpad/store/readCurveTrades.ts'
import type { TokenRow } from '#launchpad/store/TokenRow.ts'

/** The adapter form of DexScreener and GeckoTerminal: decimal amounts of whole tokens, numbers for blocks and times. */
const Decimal = z.string().regex(/^[0-9]+(\.[0-9]+)?$/)
const Block = z.object({ blockNumber: z.int(), blockTimestamp: z.int() }).meta({ id: 'LaunchMarketBlock' })

export const BlockAnswer = z.object({ block: Block })

const Asset = z
  .object({
    id: Address,
    name: z.string(),
    symbol: z.string(),
    decimals: z.int(),
    totalSupply: Decimal.optional(),
    circulatingSupply: Decimal.optional().meta({ description: 'Without burned tokens and those left on the curve.' }),
    metadata: z.object({ asset: z.string().meta({ description: 'CAIP-19.' }) }).optional(),
  })
  .meta({ id: 'LaunchMarketAsset' })

export const AssetAnswer = z.object({ asset: Asset })

const Pair = z
  .object({
    id: Address,
    dexKey: z.literal('slipway'),
    asset0Id: Address,
    asset1Id: Address,
    createdAtBlockNumber: z.int(),
    createdAtBlockTimestamp: z.int(),
    createdAtTxnId: z.string(),
    creator: Address,
    feeBps: z.int(),
    metadata: z.object({ chain: z.string(), creator: z.string() }).meta({ description: 'CAIP-2 and CAIP-10.' }),
  })
  .meta({ id: 'LaunchMarketPair' })

export const PairAnswer = z.object({ pair: Pair })

const Swap = z
  .object({
    block: Block,
    eventType: z.literal('swap'),
    txnId: z.string(),
    txnIndex: z.int().meta({ description: 'Increases with the order of transactions within a block.' }),
    eventIndex: z.int(),
    maker: Address,
    pairId: Address,
    asset0In: Decimal.optional(),
    asset1In: Decimal.optional(),
    asset0Out: Decimal.optional(),
    asset1Out: Decimal.optional(),
    priceNative: Decimal.meta({ description: 'The price of asset0 in asset1 after the trade.' }),
    reserves: z.object({ asset0: Decimal, asset1: Decimal }),
  })
  .meta({ id: 'LaunchMarketSwap' })

export const EventsAnswer = z.object({ events: z.array(Swap) })

const CHAIN = `eip155:${LAUNCH_CHAIN_ID}`

export function toAsset({ address, name, symbol, sold, burned, graduated }: TokenRow): z.output<typeof Asset> {
  const { totalSupply } = Curve.cfg
  const circulating = (graduated ? totalSupply : BigInt(sold)) - BigInt(burned)
  return {
    id: toAddress(address),
    name,
    symbol,
    decimals: 18,
    totalSupply: formatEther(totalSupply),
    circulatingSupply: formatEther(circulating),
    metadata: { asset: `${CHAIN}/erc20:${toAddress(address)}` },
  }
}

export function toPair({ id, address, creator, created_at, created_tx }: TokenRow): z.output<typeof Pair> {
  const account = toAddress(creator)
  return {
    ...{ id: toAddress(address), dexKey: 'slipway', asset0Id: toAddress(address), asset1Id: zeroAddress },
    createdAtBlockNumber: Position.block(id),
    createdAtBlockTimestamp: created_at,
    createdAtTxnId: created_tx,
    creator: account,
    feeBps: Curve.cfg.tradeFeeBps,
    metadata: { chain: CHAIN, creator: `${CHAIN}:${account}` },
  }
}

export function toMarketEvent(row: CurveTrade): z.output<typeof Swap> {
  const [eth, tokens] = [whole(row.eth), whole(row.tokens)]
  return {
    block: { blockNumber: Position.block(row.position), blockTimestamp: row.at },
    eventType: 'swap',
    txnId: row.tx,
    txnIndex: Position.logIndex(row.first),
    eventIndex: Position.logIndex(row.position),
    maker: toAddress(row.trader),
    pairId: toAddress(row.address),
    ...(row.is_buy ? { asset1In: eth, asset0Out: tokens } : { asset0In: tokens, asset1Out: eth }),
    priceNative: whole(row.price),
    reserves: {
      asset0: whole(String(Curve.cfg.totalSupply - BigInt(row.sold))),
      asset1: whole(row.real_eth),
    },
  }
}

const DECIMALS = 18

/** An amount of the smallest unit as `formatEther` writes it, from its digits. */
function whole(digits: string): string {
  const padded = digits.padStart(DECIMALS + 1, '0')
  const point = padded.length - DECIMALS
  let end = padded.length
  while (end > point && padded[end - 1] === '0') end--
  return end === point ? padded.slice(0, point) : `${padded.slice(0, point)}.${padded.slice(point, end)}`
}
