import { NATIVE } from '#site/positionUrl.ts'
import type { ChainReceipt, ChainTokens } from '../api/liquidity.ts'
import { request, urlOf } from '../api/request.ts'
import { config } from '../api/siteData.ts'
import type { Receipt } from './Receipt.ts'
import { rpc } from './rpc.ts'

const BALANCE_OF = '0x70a08231'

/** `unknown`: the chain has not seen the transaction, which may have been sent to another one. */
export type Seen = Receipt | 'pending' | 'unknown'

/** Other chains than the site's own are read by the service, with the endpoints it is configured with. */
export function tokensUrl(query: { chainId: number; owner?: string; tokens?: string }): string {
  return urlOf('/api/liquidity/tokens', query)
}

/** The newest block that this page saw a transaction in, by chain. */
const minedIn = new Map<number, number>()

/** The newest block; never older than one that this page saw a transaction in, because the service keeps its reads for a moment. */
export async function readHead(chainId: number): Promise<number> {
  const head = await askHead(chainId).catch(() => 0)
  return Math.max(head, minedIn.get(chainId) ?? 0)
}

async function askHead(chainId: number): Promise<number> {
  if (chainId === config.chainId) return Number(await rpc<string>('eth_blockNumber', []))
  return Number((await request<ChainTokens>(tokensUrl({ chainId, tokens: NATIVE }))).blockNumber)
}

/** The balance of a token, or of the native currency, in smallest units. */
export async function readBalance(token: string, owner: string, chainId: number): Promise<bigint> {
  if (chainId === config.chainId) return readOwnBalance(token, owner)
  const { tokens } = await request<ChainTokens>(tokensUrl({ chainId, owner, tokens: token }))
  return BigInt(tokens[0]?.balance ?? 0)
}

async function readOwnBalance(token: string, owner: string): Promise<bigint> {
  const data = BALANCE_OF + owner.slice(2).toLowerCase().padStart(64, '0')
  const read =
    token === NATIVE
      ? rpc<string>('eth_getBalance', [owner, 'latest'])
      : rpc<string>('eth_call', [{ to: token, data }, 'latest'])
  const answer = await read
  return BigInt(answer === '0x' ? 0 : answer)
}

/** The receipt of a transaction on the chain that it was signed for. */
export async function readReceipt(chainId: number, hash: string): Promise<Seen> {
  if (chainId === config.chainId) return (await rpc<Receipt | null>('eth_getTransactionReceipt', [hash])) ?? 'pending'
  const answer = await request<ChainReceipt>(urlOf('/api/liquidity/receipt', { chainId, hash }))
  if (answer.status === 'unknown' || answer.status === 'pending') return answer.status
  const { blockNumber = '0', signer: from = '', gasUsed = '0', effectiveGasPrice = '0', logs } = answer
  const status = answer.status === 'mined' ? '0x1' : '0x0'
  minedIn.set(chainId, Math.max(Number(blockNumber), minedIn.get(chainId) ?? 0))
  return { status, blockNumber, transactionHash: hash, from, gasUsed, effectiveGasPrice, logs }
}
