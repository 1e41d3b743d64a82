import {
  type Address,
  BaseError,
  createPublicClient,
  type Hash,
  http,
  type PublicClient,
  parseEther,
  type TransactionReceipt,
  toHex,
} from 'viem'
import { ApiError } from '#core/ApiError.ts'
import { FAUCET, WETH } from './addresses.ts'
import { amount, distribute, type Grant } from './distribute.ts'
import { type Token, tokens } from './tokens.ts'

/** The payout of one faucet call, amounts in the smallest unit. */
export type Drip = { transactionHash: Hash; eth: bigint; tokens: (Token & { amount: bigint })[] }

const ETH = parseEther('10')
const TANK = toHex(parseEther('10000'))
const GAS = toHex(1_000_000)
const POLL_MS = 50

/** Sends 10 ETH, 1 WETH and 10,000 of each unrestricted token in one transaction, and waits until it is mined. */
export async function drip(rpcUrl: string, to: Address): Promise<Drip> {
  const client = createPublicClient({ transport: http(rpcUrl, { retryCount: 0 }), pollingInterval: POLL_MS })
  const grants = tokens
    .filter(({ kind }) => kind !== 'permissioned')
    .map((token) => ({ token, to, whole: token.address === WETH ? '1' : '10000' }))
  const { status, transactionHash } = await pay(client, grants, to).catch(asApiError)
  if (status === 'reverted')
    throw new ApiError('failed_precondition', `${to} does not accept ETH. Send the address of a wallet.`)
  return { transactionHash, eth: ETH, tokens: grants.map((grant) => ({ ...grant.token, amount: amount(grant) })) }
}

async function pay(client: PublicClient, grants: readonly Grant[], to: Address): Promise<TransactionReceipt> {
  const { value = 0n, ...call } = distribute(grants, { to, amount: ETH })
  const request = client.request as (args: { method: string; params: unknown[] }) => Promise<unknown>
  await request({ method: 'hardhat_setBalance', params: [FAUCET, TANK] })
  const transaction = { from: FAUCET, ...call, value: toHex(value), gas: GAS }
  const hash = (await request({ method: 'eth_sendTransaction', params: [transaction] })) as Hash
  return client.waitForTransactionReceipt({ hash })
}

function asApiError(error: unknown): never {
  if (!(error instanceof BaseError)) throw error
  throw new ApiError('unavailable', 'The development chain does not respond. Try again shortly.', { cause: error })
}
