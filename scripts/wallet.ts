import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { createWalletClient, defineChain, type Hex, http, publicActions, toHex } from 'viem'
import { type HDAccount, type LocalAccount, mnemonicToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import { MNEMONIC } from '../src/devnet/accounts.ts'

const HELP = `A test wallet for the development chain: an account of the public test mnemonic. Never use it elsewhere.

  npm run -s wallet -- address                     its address
  npm run -s wallet -- key                         its private key, which everybody knows
  npm run -s wallet -- siwe <baseUrl> <nonce>      {"message","signature"} for POST /api/auth/siwe/verify
  npm run -s wallet -- permit < permit.json        signature of a permit as /lp/check_approval returns it
  npm run -s wallet -- send <rpcUrl> < tx.json     signs and sends {to,data,value}; prints the receipt

  --account <i>   which account, 0 to 19 (default 0)
`

type Command = (account: HDAccount, args: string[]) => Promise<unknown>
type Fields = { name: string; type: string }[]
type Permit = {
  domain: Record<string, unknown>
  types: Record<string, { fields: Fields } | Fields>
  values: Record<string, unknown>
}
type Transaction = { to: Hex; data?: Hex; value?: string; gasLimit?: string }

const COMMANDS: Record<string, Command> = {
  address: async ({ address }) => address,
  key: async (account) => toHex(account.getHdKey().privateKey ?? new Uint8Array()),
  siwe: signIn,
  permit: async (account) => signPermit(account, JSON.parse(await text(process.stdin))),
  send: async (account, [rpcUrl = '']) => send(account, rpcUrl, JSON.parse(await text(process.stdin))),
}

async function signIn(account: LocalAccount, [baseUrl = '', nonce = '']: string[]): Promise<unknown> {
  const { host, origin } = new URL(baseUrl)
  const { address } = account
  const message = createSiweMessage({
    address,
    chainId: LAUNCH_CHAIN_ID,
    domain: host,
    uri: origin,
    nonce,
    version: '1',
  })
  return { message, signature: await account.signMessage({ message }) }
}

/** Puts the numeric chain id in and unwraps `fields`, as the API's permit payload asks of every client. */
async function signPermit(account: LocalAccount, permit: Permit): Promise<Hex> {
  const { domain, types, values } = permit
  const unwrapped = Object.entries(types).map(([name, type]) => [name, Array.isArray(type) ? type : type.fields])
  const primaryType = 'PermitBatch' in types ? 'PermitBatch' : 'Permit'
  return account.signTypedData({
    domain: { ...domain, chainId: LAUNCH_CHAIN_ID },
    types: Object.fromEntries(unwrapped),
    primaryType,
    message: values,
  })
}

async function send(account: LocalAccount, rpcUrl: string, transaction: Transaction): Promise<unknown> {
  const { to, data, value = '0' } = transaction
  const chain = defineChain({
    id: LAUNCH_CHAIN_ID,
    name: 'development chain',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const client = createWalletClient({ account, chain, transport: http(rpcUrl) }).extend(publicActions)
  const call = { to, ...(data && { data }), value: BigInt(value) }
  // The state may differ a little when it is mined, so a wallet adds to the exact estimate.
  const gas = ((await client.estimateGas(call)) * 5n) / 4n
  const hash = await client.sendTransaction({ ...call, gas })
  const receipt = await client.waitForTransactionReceipt({ hash })
  return { hash, status: receipt.status, blockNumber: String(receipt.blockNumber), gasUsed: String(receipt.gasUsed) }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { account: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
})
const [name = '', ...args] = positionals
const command = COMMANDS[name]
if (command) {
  const account = mnemonicToAccount(MNEMONIC, { addressIndex: Number(values.account ?? 0) })
  const result = await command(account, args)
  process.stdout.write(`${typeof result === 'string' ? result : JSON.stringify(result)}\n`)
} else {
  process.stdout.write(HELP)
  process.exitCode = name === '' ? 0 : 1
}
