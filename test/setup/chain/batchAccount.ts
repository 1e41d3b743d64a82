import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  type TransactionReceipt,
} from 'viem'
import type { TestDevnet } from './devnet.ts'

/** Solady's ERC-7821 account, as published: a wallet delegates to it (EIP-7702) and sends several calls as one transaction. */

const FILES = ['ERC7821.sol', 'Receiver.sol']
const ABI = parseAbi(['function execute(bytes32 mode, bytes executionData) payable'])
const CALLS = [
  {
    type: 'tuple[]',
    components: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'data', type: 'bytes' },
    ],
  },
] as const
/** One batch that reverts as a whole, without data of its own. */
const MODE: Hex = `0x01${'00'.repeat(31)}`
const GAS = 12_000_000n

export type BatchCall = { readonly to: Address; readonly data: Hex; readonly value: Hex }

/** Deploys the account's code once for a chain. */
export async function deployBatchAccount(devnet: TestDevnet): Promise<Address> {
  const hash = await devnet.wallet(18).sendTransaction({ data: compile() } as never)
  const { contractAddress } = await devnet.client.waitForTransactionReceipt({ hash })
  return contractAddress as Address
}

/** Sends the calls as one type-4 transaction of the account, mined or reverted. */
export async function sendBatch(
  devnet: TestDevnet,
  { account, code, calls }: { account: number; code: Address; calls: readonly BatchCall[] },
): Promise<TransactionReceipt> {
  const wallet = devnet.wallet(account)
  const authorization = await wallet.signAuthorization({ contractAddress: code, executor: 'self' })
  const list = calls.map(({ to, data, value }) => ({ to, data, value: BigInt(value) }))
  const data = encodeFunctionData({
    abi: ABI,
    functionName: 'execute',
    args: [MODE, encodeAbiParameters(CALLS, [list])],
  })
  const transaction = { to: wallet.account.address, data, gas: GAS, authorizationList: [authorization] }
  const hash = await wallet.sendTransaction(transaction as never)
  return devnet.client.waitForTransactionReceipt({ hash })
}

function compile(): Hex {
  const require = createRequire(import.meta.url)
  const solc: { compile(input: string): string } = require('solc')
  const folder = new URL('../../../node_modules/solady/src/accounts/', import.meta.url)
  const sources = Object.fromEntries(
    FILES.map((name) => [name, { content: readFileSync(new URL(name, folder), 'utf8') }]),
  )
  const settings = { evmVersion: 'cancun', outputSelection: { '*': { '*': ['evm.bytecode.object'] } } }
  const output = JSON.parse(solc.compile(JSON.stringify({ language: 'Solidity', sources, settings })))
  return `0x${output.contracts['ERC7821.sol'].ERC7821.evm.bytecode.object}`
}
