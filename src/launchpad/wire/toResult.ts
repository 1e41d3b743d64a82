import { toAddress } from '#core/wire.ts'
import type { EthPrice } from '#launchpad/onchain/createEthPrice.ts'
import type { PositionRow, ResultRow } from '#launchpad/store/wallets.ts'
import { toDate } from './toWire.ts'
import { toUsd } from './usd.ts'

const ONE = 10n ** 18n

/** A position as JSON, valued at the current price of its token. */
export function toResult(row: ResultRow, price: EthPrice | undefined) {
  const bought = BigInt(row.bought)
  const openCost = BigInt(row.bought_eth) - BigInt(row.used_cost)
  const value = worthOf(BigInt(row.held), row)
  return {
    boughtTokens: row.bought,
    boughtEth: row.bought_eth,
    soldTokens: row.sold,
    soldEth: row.sold_eth,
    receivedTokens: String(BigInt(row.acquired) - bought),
    sentTokens: String(BigInt(row.disposed) - BigInt(row.sold)),
    realisedEth: row.realised,
    realisedUsd: toUsd(row.realised, price),
    unpricedEth: row.unpriced_eth,
    held: row.held,
    openCostEth: String(openCost),
    openValueEth: String(value),
    openValueUsd: toUsd(value, price),
    unrealisedEth: String(worthOf(bought - BigInt(row.used_bought), row) - openCost),
    trades: row.trades,
    firstSoldAt: row.first_sold_at === null ? null : toDate(row.first_sold_at),
    lastTradedAt: row.traded_at === null ? null : toDate(row.traded_at),
  }
}

export function toWalletPosition(row: PositionRow, price: EthPrice | undefined) {
  const { address, name, symbol } = row
  return { address: toAddress(address), name, symbol, untrusted: true as const, ...toResult(row, price) }
}

function worthOf(tokens: bigint, { price }: ResultRow): bigint {
  return (tokens * BigInt(price)) / ONE
}
