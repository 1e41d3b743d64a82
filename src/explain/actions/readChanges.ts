import { type Address, encodeFunctionData, erc20Abi, isAddressEqual, numberToHex, zeroAddress } from 'viem'
import { z } from 'zod'
import type { Chain } from '#chain/Chain.ts'
import { announced, BALANCE_TOPICS, type Change, Logs, sumOf } from '#explain/rules/balanceLogs.ts'
import { feeOf, type Mined, parsed } from './readMined.ts'

type Receipt = NonNullable<Mined['receipt']>
type Holding = { readonly account: Address; readonly token: Address }
export type Changes = {
  readonly changes: readonly Change[]
  /** Points in which a token's logs differ from its balances. */
  readonly doubts: readonly string[]
  /** Why the changes cannot be compared. */
  readonly note?: string | undefined
}

const Block = z.object({ transactions: z.array(z.object({ from: z.string() })) })
const Quantity = z.string().regex(/^0x[0-9a-fA-F]{1,64}$/)
/** The maximum number of reads for one transaction. */
const HOLDINGS_MAX = 64
const NOT_ALONE =
  'The signer sent other transactions in the same block, so the native currency that each moved cannot be separated.'

/**
 * The changes of balances that a mined transaction made: the difference between its block and the one before, less what
 * other transactions of the block announced. A token whose balance change contradicts its logs is doubted.
 */
export async function readChanges(chain: Chain, mined: Mined, promised: readonly Holding[]): Promise<Changes> {
  const receipt = mined.receipt as Receipt
  const own = announced(receipt.logs)
  const holdings = distinct([
    { account: mined.from, token: zeroAddress },
    ...promised,
    ...own.filter(({ account }) => account === mined.from),
  ]).slice(0, HOLDINGS_MAX)
  const { before, after, others, isAlone } = await readBlock(chain, mined, holdings)
  const changes = holdings.map((holding, index): Change => {
    const fee = holding.token === zeroAddress && holding.account === mined.from ? feeOf(receipt) : 0n
    return { ...holding, change: (after[index] ?? 0n) - (before[index] ?? 0n) + fee - sumOf(others, holding) }
  })
  const doubts = changes
    .filter((change) => change.token !== zeroAddress && change.change !== sumOf(own, change))
    .map(({ account, token, change }) => `${token} moved by ${change} for ${account}, but its logs differ.`)
  return { changes, doubts, ...(!isAlone && { note: NOT_ALONE }) }
}

type BlockReading = {
  readonly before: readonly bigint[]
  readonly after: readonly bigint[]
  /** The changes that other transactions of the block announced. */
  readonly others: readonly Change[]
  readonly isAlone: boolean
}

async function readBlock(chain: Chain, mined: Mined, holdings: readonly Holding[]): Promise<BlockReading> {
  const { blockNumber } = mined.receipt as Receipt
  const tag = numberToHex(blockNumber)
  const tokens = [...new Set(holdings.map(({ token }) => token))].filter((token) => token !== zeroAddress)
  const filter = { fromBlock: tag, toBlock: tag, address: tokens, topics: [BALANCE_TOPICS] }
  const [before, after, block, logs] = await Promise.all([
    readBalances(chain, holdings, blockNumber - 1n),
    readBalances(chain, holdings, blockNumber),
    chain.request('eth_getBlockByNumber', [tag, true]),
    tokens.length > 0 ? chain.request('eth_getLogs', [filter]) : [],
  ])
  const sent = parsed(Block, block).transactions.filter(({ from }) => isAddressEqual(from as Address, mined.from))
  const strangers = parsed(Logs, logs).filter(({ transactionHash }) => transactionHash !== mined.hash)
  return { before, after, others: announced(strangers), isAlone: sent.length === 1 }
}

/** The balances at a block; zero for a token that does not respond. */
async function readBalances(chain: Chain, holdings: readonly Holding[], block: bigint): Promise<bigint[]> {
  const balanceOf = (account: Address) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] })
  const inTokens = holdings.filter(({ token }) => token !== zeroAddress)
  const inNative = holdings.filter(({ token }) => token === zeroAddress)
  const calls = inTokens.map(({ account, token }) => ({ to: token, data: balanceOf(account) }))
  const [reading, natives] = await Promise.all([
    calls.length > 0 ? chain.agreed().read(calls, { block }) : { results: [] },
    chain
      .agreed()
      .batch(inNative.map(({ account }) => ({ method: 'eth_getBalance', params: [account, numberToHex(block)] }))),
  ])
  return holdings.map((holding) => {
    if (holding.token === zeroAddress) return BigInt(parsed(Quantity, natives[inNative.indexOf(holding)]))
    const result = reading.results[inTokens.indexOf(holding)]
    return result?.ok && result.data.length === 66 ? BigInt(result.data) : 0n
  })
}

function distinct(holdings: readonly Holding[]): Holding[] {
  const entries = holdings.map(({ account, token }) => [`${account} ${token}`, { account, token }] as const)
  return [...new Map(entries).values()]
}
