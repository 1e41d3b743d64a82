import {
  type Address,
  createWalletClient,
  defineChain,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  http,
  isAddressEqual,
  parseAbi,
  publicActions,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import { MNEMONIC } from '#devnet/accounts.ts'

/** As a wallet does it: the account's own key signs an EIP-7702 authorization, and several calls go out as one transaction. */

const ACCOUNTS = 20
const ABI = parseAbi(['function execute(bytes32 mode, bytes executionData) payable'])
const CALLS = [
  {
    type: 'tuple[]',
    components: [
      { name: 'target', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'callData', type: 'bytes' },
    ],
  },
] as const
/** ERC-7579: one batch that reverts as a whole. */
const BATCH: Hex = `0x01${'00'.repeat(31)}`

type Call = { readonly to: Address; readonly data?: Hex; readonly value?: Hex }

/** Gives the account code and sends the calls as one transaction of type 4, of which all happen or none. */
export async function sendTogether(rpcUrl: string, address: Address, calls: readonly Call[]) {
  const wallet = walletOf(rpcUrl, address)
  const contractAddress = FRAMEWORK.EIP7702StatelessDeleGator
  const authorization = await wallet.signAuthorization({ contractAddress, executor: 'self' })
  const list = calls.map(({ to, data = '0x', value = '0x0' }) => ({ target: to, value: BigInt(value), callData: data }))
  const args = [BATCH, encodeAbiParameters(CALLS, [list])] as const
  const hash = await wallet.sendTransaction({
    to: address,
    data: encodeFunctionData({ abi: ABI, functionName: 'execute', args }),
    authorizationList: [authorization],
    gas: 12_000_000n,
  })
  const { status, transactionHash } = await wallet.waitForTransactionReceipt({ hash })
  return { transactionHash, status: status === 'success' ? '0x1' : '0x0' }
}

function walletOf(rpcUrl: string, address: Address) {
  const chain = defineChain({
    id: 4663,
    name: 'devnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const account = Array.from({ length: ACCOUNTS }, (_, index) =>
    mnemonicToAccount(MNEMONIC, { addressIndex: index }),
  ).find((one) => isAddressEqual(one.address, address))
  if (!account) throw new Error(`${address} is not an account of the development chain.`)
  return createWalletClient({ account, chain, transport: http(rpcUrl), pollingInterval: 50 }).extend(publicActions)
}
