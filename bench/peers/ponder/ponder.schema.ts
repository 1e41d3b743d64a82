import { onchainTable, primaryKey } from 'ponder'

export const token = onchainTable('token', (t) => ({
  address: t.hex().primaryKey(),
  creator: t.hex().notNull(),
  name: t.text().notNull(),
  symbol: t.text().notNull(),
  createdAt: t.bigint().notNull(),
  realEth: t.bigint().notNull(),
  sold: t.bigint().notNull(),
  volume: t.bigint().notNull(),
  trades: t.integer().notNull(),
  lastTradeAt: t.bigint(),
}))

export const trade = onchainTable('trade', (t) => ({
  id: t.text().primaryKey(),
  token: t.hex().notNull(),
  at: t.bigint().notNull(),
  transactionHash: t.hex().notNull(),
  trader: t.hex().notNull(),
  recipient: t.hex().notNull(),
  isBuy: t.boolean().notNull(),
  eth: t.bigint().notNull(),
  tokens: t.bigint().notNull(),
  fee: t.bigint().notNull(),
  price: t.bigint().notNull(),
}))

export const holder = onchainTable(
  'holder',
  (t) => ({ token: t.hex().notNull(), holder: t.hex().notNull(), balance: t.bigint().notNull() }),
  (table) => ({ pk: primaryKey({ columns: [table.token, table.holder] }) }),
)

export const candle = onchainTable(
  'candle',
  (t) => ({
    token: t.hex().notNull(),
    seconds: t.integer().notNull(),
    start: t.bigint().notNull(),
    open: t.bigint().notNull(),
    high: t.bigint().notNull(),
    low: t.bigint().notNull(),
    close: t.bigint().notNull(),
    volume: t.bigint().notNull(),
    trades: t.integer().notNull(),
  }),
  (table) => ({ pk: primaryKey({ columns: [table.token, table.seconds, table.start] }) }),
)
