import { type Address, formatEther, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DESCRIPTORS } from '#explain/rules/clearSigning.ts'
import type { Explained } from '../setup/explain.ts'
import { installPeer } from '../setup/peers.ts'
import { startTestService, type TestService } from '../setup/service.ts'

/** The reference implementation of ERC-7730 shows launches and trades in our words, with the amounts of the summary. */

const peer = await installPeer('clear-signing')
const chainId = 4663
let service: TestService
let trader: Address
let token: Address
beforeAll(async () => {
  service = await startTestService()
  trader = service.devnet.account(3).address
  const launch = { action: 'create', name: 'Quill', symbol: 'QUIL', value: '100000000000000000', salt: SALT }
  const answer = await prepare(launch)
  await mine(answer)
  token = answer.token
})
afterAll(() => service[Symbol.asyncDispose]())

const SALT = `0x${'44'.repeat(32)}`

async function prepare(body: object): Promise<Explained> {
  const response = await service.post('/api/launchpad/prepare', { from: trader, ...body })
  const answer = (await response.json()) as Explained
  expect(response.status, JSON.stringify(answer)).toBe(200)
  return answer
}

async function mine({ transaction: { to, data, value } }: Explained): Promise<void> {
  const receipt = await service.devnet.send(3, { to, data, value: BigInt(value) })
  expect(receipt.status).toBe('success')
}

const descriptorOf = async (name: string) =>
  (await service.get(`/api/explain/descriptors/${name}`)).json() as Promise<Explained>

/** A transaction as a wallet with the descriptor shows it. */
async function shown({ to, data, value, from }: Explained): Promise<Explained> {
  const { format } = await import(`${peer.folder}/node_modules/@ethereum-sourcify/clear-signing/dist/index.js`)
  const descriptor = await descriptorOf('launchpad')
  const index = { calldataIndex: { [`eip155:${chainId}:${to.toLowerCase()}`]: 'launchpad' }, typedDataIndex: {} }
  const resolver = { index, fetchDescriptor: async () => descriptor }
  const ether = { symbol: 'ETH', decimals: 18 }
  const externalDataProvider = {
    resolveToken: async () => ({ name: 'Quill', symbol: 'QUIL', decimals: 18 }),
    resolveChainInfo: async () => ({ name: 'Devnet', nativeCurrency: { name: 'Ether', ...ether } }),
  }
  const options = { descriptorResolverOptions: { type: 'custom', resolver }, externalDataProvider }
  return format({ chainId, to, data, from, value: BigInt(value) }, options)
}

const amountsIn = (text: string) => text.replaceAll(',', '').match(/\d+(\.\d+)?(?= (ETH|QUIL))/g) ?? []

test('every descriptor is served and names its contract', async () => {
  for (const name of DESCRIPTORS) {
    const { $schema, context, metadata } = await descriptorOf(name)
    expect($schema).toMatch(/erc7730-v2\.schema\.json$/)
    const [{ chainId: chain, address }] = (context.contract ?? context.eip712).deployments
    expect([chain, address]).toEqual([chainId, expect.stringMatching(/^0x[0-9a-fA-F]{40}$/)])
    expect(metadata.owner).toBe('Slipway')
  }
  expect((await service.get('/api/explain/descriptors/none')).status).toBe(400)
})

test.skipIf(peer.missing !== undefined)(
  'a mined buy and a mined sale are shown with the amounts of the summary',
  async () => {
    const trades = [
      { action: 'buy', token, value: parseEther('0.0123').toString() },
      { action: 'sell', token, amount: parseEther('1234.5').toString() },
    ]
    for (const trade of trades) {
      const answer = await prepare(trade)
      const { interpolatedIntent, fields, warnings } = await shown(answer.transaction)
      const words = JSON.stringify({ interpolatedIntent, fields, warnings })
      const explained = await service.post('/api/explain', { chainId, from: trader, transaction: answer.transaction })
      const { summary } = (await explained.json()) as Explained
      expect(amountsIn(interpolatedIntent), words).toEqual(amountsIn(summary))
      const [least] =
        trade.action === 'buy' ? amountsIn(interpolatedIntent) : amountsIn(interpolatedIntent).toReversed()
      expect(least, words).toBe(formatEther(BigInt(answer.quote.minOut)))
      expect(answer.summary).toContain(
        trade.action === 'buy' ? (least as string).slice(0, -12) : `at least ${least} ETH`,
      )
      await mine(answer)
    }
  },
)

test.skipIf(peer.missing !== undefined)('a launch is shown with its name, its symbol and its first buy', async () => {
  const answer = await prepare({
    action: 'create',
    name: 'Reed',
    symbol: 'REED',
    value: '50000000000000000',
    lockDays: 30,
  })
  const { intent, fields } = await shown(answer.transaction)
  const values = fields.map(({ label, value }: Explained) => `${label}: ${value}`)
  expect(intent).toBe('Launch a token')
  expect(values).toEqual(expect.arrayContaining(['Name: Reed', 'Symbol: REED', 'Days of the lock: 30']))
  expect(values.join()).toContain('0.05 ETH')
  await mine(answer)
})
