import { ponder } from 'ponder:registry'
import { candle, holder, token, trade } from 'ponder:schema'

const VIRTUAL_ETH = 980821917808219178n
const VIRTUAL_TOKEN = 1073972602739726027374301676n
const ZERO = '0x0000000000000000000000000000000000000000'

ponder.on('Launchpad:TokenCreated', async ({ event, context }) => {
  const { token: address, creator, name, symbol } = event.args
  await context.db.insert(token).values({
    address,
    creator,
    name,
    symbol,
    createdAt: event.block.timestamp,
    realEth: 0n,
    sold: 0n,
    volume: 0n,
    trades: 0,
    lastTradeAt: null,
  })
})

ponder.on('Launchpad:Trade', async ({ event, context }) => {
  const { token: address, trader, recipient, isBuy, ethAmount, tokenAmount, fee, realEth, sold } = event.args
  const at = event.block.timestamp
  const price = ((VIRTUAL_ETH + realEth) * 10n ** 18n) / (VIRTUAL_TOKEN - sold)
  await context.db.insert(trade).values({
    id: event.id,
    token: address,
    at,
    transactionHash: event.transaction.hash,
    trader,
    recipient,
    isBuy,
    eth: ethAmount,
    tokens: tokenAmount,
    fee,
    price,
  })
  await context.db.update(token, { address }).set((row) => ({
    realEth,
    sold,
    volume: row.volume + ethAmount,
    trades: row.trades + 1,
    lastTradeAt: at,
  }))
  for (const seconds of [60, 3600, 86400]) {
    const start = at - (at % BigInt(seconds))
    await context.db
      .insert(candle)
      .values({ token: address, seconds, start, open: price, high: price, low: price, close: price, volume: ethAmount, trades: 1 })
      .onConflictDoUpdate((row) => ({
        high: price > row.high ? price : row.high,
        low: price < row.low ? price : row.low,
        close: price,
        volume: row.volume + ethAmount,
        trades: row.trades + 1,
      }))
  }
})

ponder.on('LaunchToken:Transfer', async ({ event, context }) => {
  const { from, to, value } = event.args
  const address = event.log.address
  if (from !== ZERO)
    await context.db
      .insert(holder)
      .values({ token: address, holder: from, balance: -value })
      .onConflictDoUpdate((row) => ({ balance: row.balance - value }))
  await context.db
    .insert(holder)
    .values({ token: address, holder: to, balance: value })
    .onConflictDoUpdate((row) => ({ balance: row.balance + value }))
})
