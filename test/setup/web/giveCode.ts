import { type Address, createWalletClient, defineChain, type Hex, http, isAddressEqual } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import { MNEMONIC } from '#devnet/accounts.ts'

const ACCOUNTS = 20

/** As a wallet does it: signs an EIP-7702 authorization with the account's own key, and sends it in a transaction of type 4. */
export async function giveCode(rpcUrl: string, address: Address): Promise<Hex> {
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
  const wallet = createWalletClient({ account, chain, transport: http(rpcUrl) })
  const contractAddress = FRAMEWORK.EIP7702StatelessDeleGator
  const authorization = await wallet.signAuthorization({ contractAddress, executor: 'self' })
  return wallet.sendTransaction({ to: account.address, authorizationList: [authorization], gas: 100_000n })
}
