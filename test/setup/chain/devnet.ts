import {
  type Account,
  type Address,
  type Chain,
  createTestClient,
  createWalletClient,
  defineChain,
  type Hex,
  http,
  type PublicActions,
  publicActions,
  type TestClient,
  type TransactionReceipt,
  type Transport,
  type WalletActions,
  type WalletClient,
  walletActions,
  zeroAddress,
} from 'viem'
import { type HDAccount, mnemonicToAccount } from 'viem/accounts'
import { MNEMONIC } from '#devnet/accounts.ts'
import type { DescribedPool, Description } from '#devnet/describe.ts'
import { type Devnet, startDevnet } from '#devnet/startDevnet.ts'
import type { Token, TokenKind } from '#devnet/tokens.ts'

type Client = TestClient<'hardhat', Transport, Chain> & PublicActions<Transport, Chain> & WalletActions<Chain>
type Wallet = WalletClient<Transport, Chain, Account> & PublicActions<Transport, Chain, Account>
type Transaction = { to: Address; data?: Hex; value?: bigint; gas?: bigint }
type PoolFilter = { fee?: number; hooks?: Address }

export type TestDevnet = Devnet & {
  /** Reads, unlocked sends and the chain's own controls. */
  client: Client
  /** The i-th account of the test mnemonic, with its key. */
  account(index: number): HDAccount
  /** A wallet of that account that can also read. */
  wallet(index: number): Wallet
  /** Sends what a builder returned from that account; throws unless it was mined and did not revert. */
  send(index: number, transaction: Transaction): Promise<TransactionReceipt>
  /** Sends without an estimate, mined or reverted, in two round trips: for tests that send thousands. */
  submit(index: number, transaction: Transaction): Promise<TransactionReceipt>
  snapshot(): Promise<Hex>
  revert(id: Hex): Promise<void>
  mine(blocks?: number): Promise<void>
  /** The next block's time, in seconds; it must not be earlier than the last one's. */
  setNextTimestamp(seconds: bigint): Promise<void>
  token(symbolOrKind: string | TokenKind): Token
  /** The first pool of this protocol that has both tokens, by symbol; `ETH` is the native one of v4. */
  pool(protocol: DescribedPool['protocol'], symbols: [string, string], filter?: PoolFilter): DescribedPool
}

const GAS = 8_000_000n

/** A fresh development chain on a free port: `await using devnet = await startTestDevnet()`. */
export async function startTestDevnet(options: Parameters<typeof startDevnet>[0] = {}): Promise<TestDevnet> {
  const devnet = await startDevnet({ port: 0, ...options })
  const { client, wallet, account } = createClients(devnet.rpcUrl)
  return {
    ...devnet,
    client,
    account,
    wallet,
    async send(index, transaction) {
      const sender = wallet(index)
      // Twice the estimate, which is exact for its second only.
      const gas = transaction.gas ?? (await sender.estimateGas(transaction)) * 2n
      const hash = await sender.sendTransaction({ ...transaction, gas })
      const receipt = await sender.waitForTransactionReceipt({ hash })
      if (receipt.status === 'reverted') throw new Error(`The transaction ${hash} to ${transaction.to} reverted.`)
      return receipt
    },
    async submit(index, { gas = GAS, ...transaction }) {
      const hash = await client.sendTransaction({ account: account(index).address, ...transaction, gas })
      return client.getTransactionReceipt({ hash })
    },
    snapshot: () => client.snapshot(),
    revert: (id) => client.revert({ id }),
    mine: (blocks = 1) => client.mine({ blocks }),
    setNextTimestamp: (seconds) => client.setNextBlockTimestamp({ timestamp: seconds }),
    token: (symbolOrKind) => findToken(devnet.description, symbolOrKind),
    pool: (protocol, symbols, filter) => findPool(devnet.description, protocol, { symbols, ...filter }),
  }
}

/** The same chain with the faster kind of `send`. */
export function withQuickSends(devnet: TestDevnet): TestDevnet {
  return {
    ...devnet,
    async send(index, transaction) {
      const receipt = await devnet.submit(index, transaction)
      if (receipt.status === 'reverted') throw new Error(`A transaction to ${transaction.to} reverted.`)
      return receipt
    },
  }
}

function createClients(rpcUrl: string): Pick<TestDevnet, 'client' | 'wallet' | 'account'> {
  const chain = defineChain({
    id: 4663,
    name: 'Slipway devnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
    contracts: { multicall3: { address: '0xcA11bde05977b3631167028862bE2a173976CA11' } },
  })
  // A busy machine answers late.
  const settings = { chain, transport: http(rpcUrl, { timeout: 60_000 }), pollingInterval: 20, cacheTime: 0 }
  const client = createTestClient({ ...settings, mode: 'hardhat' })
    .extend(publicActions)
    .extend(walletActions)
  const accounts = new Map<number, HDAccount>()
  const account = (index: number) => {
    const known = accounts.get(index) ?? mnemonicToAccount(MNEMONIC, { addressIndex: index })
    accounts.set(index, known)
    return known
  }
  const wallet = (index: number) => createWalletClient({ ...settings, account: account(index) }).extend(publicActions)
  return { client, account, wallet }
}

function findToken({ tokens }: Description, symbolOrKind: string): Token {
  const found = tokens.find(({ symbol, kind }) => symbol === symbolOrKind || kind === symbolOrKind)
  if (!found) throw new Error(`The development chain has no token ${symbolOrKind}.`)
  return found
}

function findPool(
  description: Description,
  protocol: DescribedPool['protocol'],
  { symbols, fee, hooks }: PoolFilter & { symbols: [string, string] },
): DescribedPool {
  const addresses = symbols.map((symbol) => (symbol === 'ETH' ? zeroAddress : findToken(description, symbol).address))
  const found = description.pools.find(
    (pool) =>
      pool.protocol === protocol &&
      addresses.includes(pool.token0) &&
      addresses.includes(pool.token1) &&
      (fee === undefined || pool.fee === fee) &&
      (hooks === undefined || pool.hooks === hooks),
  )
  if (!found) throw new Error(`The development chain has no ${protocol} pool of ${symbols.join(' and ')}.`)
  return found
}
