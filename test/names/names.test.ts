import { type Address, getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '#http/createApp.ts'
import { operations } from '#names/operations.ts'
import { plainOptions } from '../setup/appOptions.ts'
import { type ChainNode, startChainNode } from '../setup/chain/chainNode.ts'
import { type FaultRpc, startFaultRpc } from '../setup/chain/faultRpc.ts'
import { json } from '../setup/json.ts'
import { openChain } from '../setup/launchpad/launchEndpoint.ts'
import { openRegistry, type Registry } from '../setup/names/openRegistry.ts'

const BASE_URL = 'https://slipway.example'

const opened = new AsyncDisposableStack()
let node: ChainNode
let rpc: FaultRpc
let registry: Registry
let app: ReturnType<typeof createApp>
let now = 0
let [ann, bob, eve, mallory]: Address[] = []

beforeAll(async () => {
  node = await startChainNode()
  ;[ann, bob, eve, mallory] = node.accounts.slice(1, 5).map((account) => getAddress(account))
  rpc = await startFaultRpc({ upstreams: [node.upstream] })
  opened.defer(() => rpc.close())
  registry = await openRegistry((method, params) => node.upstream(method, params), node.accounts[0] as Address)
  const chain = opened.use(openChain(rpc.url))
  const failed = (error: unknown) => console.error(error)
  const context = { chain, registry: getAddress(registry.address), now: () => now }
  app = createApp(plainOptions(operations(context), { failed }))
  await registry.register('ann.eth', ann as Address)
  await registry.claim(ann as Address, 'ann.eth')
})
afterAll(() => opened.disposeAsync())

const get = (path: string) => json(app.fetch(new Request(BASE_URL + path)))

/** The names as the service sees them after the lifetime of what it knows. */
async function namesOf(...accounts: (Address | undefined)[]): Promise<(string | null)[]> {
  now += 60_001
  const { names } = await get(`/api/names?addresses=${accounts.join(',')}`)
  expect(names.map(({ address }: { address: string }) => address)).toEqual(accounts)
  return names.map(({ name }: { name: string | null }) => name)
}

/** A contract at an address of its own that runs the given code. */
async function codeAt(place: number, code: string): Promise<Address> {
  const address = getAddress(`0x${place.toString(16).padStart(40, 'e')}`)
  await node.upstream('hardhat_setCode', [address, code])
  return address
}

test("an account that claims another account's name has none", async () => {
  await registry.claim(mallory as Address, 'ann.eth')
  expect(await namesOf(mallory, ann)).toEqual([null, 'ann.eth'])
})

test('an account that claims a name which nobody has registered has none', async () => {
  await registry.claim(mallory as Address, 'nobody.eth')
  expect(await namesOf(mallory, bob)).toEqual([null, null])
})

test.each([
  ['reverts', '0x60006000fd'],
  ['burns all gas', '0x5b600056'],
  ['returns 1 MB', '0x621000006000f3'],
  ['returns 100 kB', '0x620190006000f3'],
  ['returns nothing', '0x00'],
  ['returns a string that claims to be endless', '0x60206000526000196020526101806000f3'],
])('a resolver that %s spoils only its own name, in both directions', async (_, code) => {
  const hostile = await codeAt(1, code)
  await registry.reverseThrough(mallory as Address, hostile)
  await registry.register('trap.eth', eve as Address)
  await registry.useResolver('trap.eth', eve as Address, hostile)
  await registry.claim(eve as Address, 'trap.eth')
  expect(await namesOf(mallory, eve, ann)).toEqual([null, null, 'ann.eth'])
  expect((await get('/api/names/trap.eth')).code).toBe('not_found')
})

test('fifteen resolvers that burn gas leave the name of the next account readable', async () => {
  const hostile = await codeAt(1, '0x5b600056')
  const wallets = node.accounts.slice(5, 20).map((account) => getAddress(account))
  for (const wallet of wallets) await registry.reverseThrough(wallet, hostile)
  const expected = [...wallets.map(() => null), 'ann.eth']
  expect(await namesOf(...wallets, ann)).toEqual(expected)
})

test.each([
  ['upper-case letters', 'Eve.eth'],
  ['a Cyrillic letter among Latin ones', 'аnn.eth'],
  ['letters of one script that look like another', 'сосо.eth'],
  ['markup', '<script>alert(1)</script>.eth'],
  ['a change of direction', 'nna\u202e.eth'],
  ['an invisible letter', 'ann\u200b.eth'],
  ['a line break', 'ann\n.eth'],
  ['an ellipsis of an address', '0xf39f…2266.eth'],
  ['an address', '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266.eth'],
  ['the beginning of an address', '0xf39f.eth'],
  ['both ends of an address', '0xf39f-2266.eth'],
  ['both ends of an address around a symbol', '0xf39f🔗2266.eth'],
  ['letters for the digits of an address', 'oxf39f-226b.eth'],
  ['more letters than a page can show', `${'a'.repeat(70)}.eth`],
])('a name with %s is not shown, although it resolves to its account', async (_, name) => {
  await registry.register(name, eve as Address)
  await registry.claim(eve as Address, name)
  expect(await namesOf(eve, ann)).toEqual([null, 'ann.eth'])
})

test('a single word is not shown as a name', async () => {
  await registry.claim(eve as Address, 'creator')
  expect(await namesOf(eve)).toEqual([null])
})

test('a name is not shown once it points to another account', async () => {
  await registry.register('dock.eth', bob as Address)
  await registry.claim(bob as Address, 'dock.eth')
  expect(await namesOf(bob)).toEqual(['dock.eth'])
  await registry.register('dock.eth', eve as Address)
  expect(await namesOf(bob)).toEqual([null])
})

test('a name is read once a minute, and accounts of one request in two calls', async () => {
  await namesOf(ann, bob)
  const before = rpc.count.requests
  await get(`/api/names?addresses=${ann},${bob}`)
  expect(rpc.count.requests).toBe(before)
  await namesOf(ann, bob, eve)
  expect(rpc.count.requests).toBe(before + 2)
})

test('a name resolves to its account in any spelling that means the same', async () => {
  for (const spelling of ['ann.eth', 'ANN.eth', 'Ann.ETH'])
    expect(await get(`/api/names/${spelling}`)).toEqual({ name: 'ann.eth', address: ann })
})

test('a changed account is seen at once', async () => {
  await registry.register('berth.eth', bob as Address)
  expect((await get('/api/names/berth.eth')).address).toBe(bob)
  await registry.register('berth.eth', eve as Address)
  expect((await get('/api/names/berth.eth')).address).toBe(eve)
})

test.each(['аnn.eth', 'ann', 'ann..eth', 'ann.eth.', 'a_b!.eth', `${'a'.repeat(260)}.eth`])(
  'the name %s is refused',
  async (name) => {
    const { code, message } = await get(`/api/names/${encodeURIComponent(name)}`)
    expect(code).toBe('invalid_argument')
    expect(message).toContain('name must')
  },
)

test('a name without an account is not found', async () => {
  await registry.register('zero.eth', bob as Address, '0x0000000000000000000000000000000000000000')
  for (const name of ['zero.eth', 'nobody.eth']) expect((await get(`/api/names/${name}`)).code).toBe('not_found')
})

test('more than 50 addresses are refused', async () => {
  const { code, message } = await get(`/api/names?addresses=${Array(51).fill(ann).join(',')}`)
  expect(code).toBe('invalid_argument')
  expect(message).toContain('at most 50')
})
