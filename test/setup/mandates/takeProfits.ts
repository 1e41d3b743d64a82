import { type Address, concat, encodeFunctionData, erc20Abi, type Hex, parseEther } from 'viem'
import { expect } from 'vitest'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import type { Body } from '../liquidity/lp.ts'
import type { ListeningService } from '../listening.ts'
import { delegateAccount, launchToken, OWNER, STRANGER } from './mandate.ts'

export const UNITS = parseEther('1000000')

export type TakeProfits = {
  /** Publishes a take-profit that waits for a price a fifth above the present one. */
  publish(changed?: Body): Promise<string>
  raisePrice(): Promise<void>
  /** The units that the owner holds. */
  tokensOf(): Promise<bigint>
  statusOf(id: string): Promise<string>
}

/** An owner of a launched token who publishes orders on a service. */
export async function openTakeProfits(service: ListeningService): Promise<TakeProfits> {
  const { devnet } = service
  const token: Address = await launchToken(devnet)
  await delegateAccount(devnet)
  const owner = devnet.account(OWNER)
  const json = async (response: Promise<Response>) => (await (await response).json()) as Body
  const orderOf = async (outMin: string): Promise<Body> => {
    const until = Number((await devnet.client.getBlock()).timestamp) + 86_400
    return { owner: owner.address, kind: 'takeProfit', token, amount: String(UNITS), outMin, until }
  }
  return {
    async publish(changed = {}) {
      const { quote } = await json(service.post('/api/orders/prepare', await orderOf('1000000000000000')))
      const order = { ...(await orderOf(String((BigInt(quote) * 12n) / 10n))), ...changed }
      const prepared = await json(service.post('/api/orders/prepare', order))
      const signature = await owner.signTypedData(prepared['typedData'])
      const { prefix, suffix } = prepared['signed'] as { prefix: Hex; suffix: Hex }
      const published = await json(service.post('/api/orders', { signed: concat([prefix, signature, suffix]) }))
      expect(published).toMatchObject({ id: prepared['id'], status: 'waiting' })
      return prepared['id']
    },
    async raisePrice() {
      const { launchpad: to } = devnet.description.contracts
      const data = encodeFunctionData({ abi: launchpadAbi, functionName: 'buy', args: [token, 0n] })
      await devnet.send(STRANGER, { to, data, value: parseEther('0.4') })
    },
    tokensOf: () =>
      devnet.client.readContract({ abi: erc20Abi, address: token, functionName: 'balanceOf', args: [owner.address] }),
    statusOf: async (id) => (await json(service.get(`/api/orders/${id}`)))['status'],
  }
}
