import { json } from '../json.ts'
import type { TestService } from '../service.ts'
import type { Known } from './arbitraryOf.ts'

const CREATOR = 1

/** A launched token, a room and the pools of the chain, by the names that requests give them. */
export async function knownValues(service: TestService, headers: Record<string, string>): Promise<Known> {
  const { devnet } = service
  const wallet = devnet.account(CREATOR).address
  const token = await launch(service, headers)
  const { room } = await json(service.post('/api/arena/rooms', { topic: 'Fuzz' }, headers))
  const pools = devnet.description.pools
  const addresses = [token, ...devnet.description.tokens.map(({ address }) => address)]
  const existing = pools.map(({ token0, token1, reference }) => ({
    token0Address: token0,
    token1Address: token1,
    poolReference: reference,
  }))
  const positions = pools.flatMap(({ token0, token1 }) => [
    { tokenAddress: token0, amount: '1000' },
    { tokenAddress: token1, amount: '1000' },
  ])
  return {
    chainId: [devnet.description.chainId],
    walletAddress: [wallet],
    from: [wallet],
    owner: [wallet],
    wallet: [wallet],
    creator: [wallet],
    holder: [wallet],
    trader: [wallet],
    token: addresses,
    tokenAddress: addresses,
    address: [token, wallet],
    addresses: [token, addresses.slice(0, 3).join(',')],
    token0Address: addresses,
    token1Address: addresses,
    existingPool: existing,
    independentToken: positions,
    poolReference: pools.map(({ reference }) => reference),
    reference: pools.map(({ reference }) => reference),
    roomId: [room.id],
    // A long poll that waits costs the run its time and finds nothing.
    wait: ['0', '1'],
  }
}

/** Launches a token with the transaction that the service prepares. */
async function launch({ devnet, post }: TestService, headers: Record<string, string>): Promise<string> {
  const from = devnet.account(CREATOR).address
  const request = { action: 'create', from, name: 'Fuzz', symbol: 'FUZZ' }
  const { transaction } = await json(post('/api/launchpad/prepare', request, headers))
  const { to, data, value } = transaction
  const { logs } = await devnet.send(CREATOR, { to, data, value: BigInt(value) })
  const launchpad = devnet.description.contracts.launchpad.toLowerCase()
  const created = logs.find(({ address, topics }) => address.toLowerCase() === launchpad && topics.length > 1)
  return `0x${created?.topics[1]?.slice(26)}`
}
