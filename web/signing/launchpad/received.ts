import { exact, whole } from '#site/format.ts'
import type { Prepared } from '../../api/launchpad.ts'
import type { Receipt } from '../../wallet/Receipt.ts'
import { rpc } from '../../wallet/rpc.ts'
import type { Done } from '../../wallet/transactions.ts'

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

type Trade = { token: string; account: string; symbol: string }

/** The result of a trade, from its receipt; undefined for other actions. */
export async function describeTrade(
  receipt: Receipt,
  { quote }: Prepared,
  { token, account, symbol }: Trade,
): Promise<Done | undefined> {
  if (!quote || receipt.status !== '0x1') return undefined
  if (quote.side === 'buy') {
    const wei = quote.ethUsed ?? quote.amountIn
    const bought = `Bought ${whole(tokensTo(receipt, token, account))} ${symbol} for ${exact(BigInt(wei))} ETH`
    return { done: quote.graduates ? `${bought}. ${symbol} has graduated: it now trades in its own pool` : bought, wei }
  }
  const eth = await ethTo(receipt, account).catch(() => undefined)
  const sold = `Sold ${exact(BigInt(quote.amountIn))} ${symbol}`
  return eth === undefined ? { done: sold } : { done: `${sold} for ${exact(eth)} ETH`, wei: String(eth) }
}

/** The tokens that reached an account, by the Transfer events of the token. */
export function tokensTo({ logs }: Pick<Receipt, 'logs'>, token: string, account: string): bigint {
  const isToAccount = ({ address, topics }: Receipt['logs'][number]) =>
    address.toLowerCase() === token.toLowerCase() &&
    topics[0] === TRANSFER &&
    topics[2]?.slice(-40) === account.slice(-40).toLowerCase()
  return logs.filter(isToAccount).reduce((sum, { data }) => sum + BigInt(data), 0n)
}

/** The ETH an account gained in the block, gas aside. */
async function ethTo({ blockNumber, gasUsed, effectiveGasPrice }: Receipt, account: string): Promise<bigint> {
  const at = (block: bigint) => rpc<string>('eth_getBalance', [account, `0x${block.toString(16)}`])
  const [before, after] = await Promise.all([at(BigInt(blockNumber) - 1n), at(BigInt(blockNumber))])
  const gained = BigInt(after) - BigInt(before) + BigInt(gasUsed) * BigInt(effectiveGasPrice)
  if (gained < 0n) throw new Error('The account paid for something else in the same block.')
  return gained
}
