import { type Address, concat, type Hex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import { MNEMONIC } from '#devnet/accounts.ts'
import type { Body } from '../liquidity/lp.ts'
import type { SiteUnderTest } from './openSite.ts'

const CHAIN = 4663
const HOUR = 3_600

/** An account gets code that obeys orders, and publishes a limit buy that executes at once; answers its id. */
export async function publishOrder({ rpc, url }: SiteUnderTest, addressIndex: number, token: Address): Promise<string> {
  const owner = mnemonicToAccount(MNEMONIC, { addressIndex })
  const nonce = Number(await rpc('eth_getTransactionCount', [owner.address, 'latest']))
  const contractAddress = FRAMEWORK.EIP7702StatelessDeleGator
  const authorization = await owner.signAuthorization?.({ contractAddress, chainId: CHAIN, nonce: nonce + 1 })
  if (!authorization) throw new Error('The account signs no authorization.')
  const fees = { gas: 200_000n, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 0n }
  const call = { to: owner.address, authorizationList: [authorization], chainId: CHAIN, nonce, ...fees }
  await rpc('eth_sendRawTransaction', [await owner.signTransaction({ type: 'eip7702', ...call })])
  const post = async (path: string, body: object): Promise<Body> => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await response.json()) as Body
  }
  const { timestamp } = (await rpc('eth_getBlockByNumber', ['latest', false])) as { timestamp: Hex }
  const trade = { kind: 'limitBuy', token, amount: '1000000000000000', outMin: '1' }
  const until = Number(timestamp) + HOUR
  const { typedData, signed, id }: Body = await post('/api/orders/prepare', { owner: owner.address, until, ...trade })
  const signature = await owner.signTypedData(typedData)
  await post('/api/orders', { signed: concat([signed.prefix, signature, signed.suffix]) })
  return id
}
