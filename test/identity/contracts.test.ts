import { type Address, getAddress, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chains, createChains } from '#chain/createChains.ts'
import { compileWallets, type WalletKind } from '../setup/chain/contractWallets.ts'
import { startTestDevnet, type TestDevnet } from '../setup/chain/devnet.ts'
import { createKeysService, type KeysService, siweMessage } from '../setup/keys/keysService.ts'

const owner = privateKeyToAccount(generatePrivateKey())
const stranger = privateKeyToAccount(generatePrivateKey())

let devnet: TestDevnet
let chains: Chains
let service: KeysService
const wallets = {} as Record<WalletKind, Address>

beforeAll(async () => {
  devnet = await startTestDevnet()
  // Chain 10 is another chain: the same empty address there belongs to nobody.
  chains = createChains({ rpcUrls: { 4663: [devnet.rpcUrl], 10: ['http://127.0.0.1:1'] }, deadlineMs: 60_000 })
  for (const [name, { abi, bytecode }] of Object.entries(compileWallets())) {
    const args = name === 'OwnedWallet' ? [owner.address] : []
    const hash = await devnet.wallet(0).deployContract({ abi, bytecode, args })
    const { contractAddress } = await devnet.client.waitForTransactionReceipt({ hash })
    wallets[name as WalletKind] = getAddress(contractAddress as Address)
  }
  service = await createKeysService({
    adminAddresses: [wallets.OwnedWallet],
    // A node that is late because its machine is busy is waited for.
    call: ({ chainId, timeoutMs: _, ...request }) => chains.get(chainId).call(request),
  })
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  chains?.close()
  await devnet?.[Symbol.asyncDispose]()
})

async function signIn(address: Address, { chainId = 4663, signature }: { chainId?: number; signature?: Hex } = {}) {
  const { body } = await service.send('POST', '/api/auth/siwe/nonce', { body: {} })
  const message = siweMessage({ address, nonce: String(body['nonce']), chainId })
  const signed = signature ?? (await owner.signMessage({ message }))
  return service.send('POST', '/api/auth/siwe/verify', { body: { message, signature: signed } })
}

test('a contract wallet signs in by its owner’s signature, known by chain and address', async () => {
  const reply = await signIn(wallets.OwnedWallet)
  expect(reply).toMatchObject({ status: 200, body: { address: wallets.OwnedWallet } })
  const me = await service.send('GET', '/api/auth/me', { token: String(reply.body['token']) })
  expect(me.body).toMatchObject({ subject: `wallet:4663:${wallets.OwnedWallet}`, address: wallets.OwnedWallet })
})

test("a contract wallet is not an operator, even with an operator's address", async () => {
  const reply = await signIn(wallets.OwnedWallet)
  const token = String(reply.body['token'])
  expect(await service.send('GET', '/api/auth/me', { token })).toMatchObject({ body: { operator: false } })
  expect(await service.send('GET', '/probe/admin', { token })).toMatchObject({ status: 403 })
})

test('a wallet may answer for what its owner approved without a signature', async () => {
  expect(await signIn(wallets.PresignedWallet, { signature: '0x' })).toMatchObject({ status: 200 })
})

test('a stranger’s signature is refused', async () => {
  const signature = await stranger.signMessage({ message: 'anything' })
  expect(await signIn(wallets.OwnedWallet, { signature })).toMatchObject({ status: 401 })
})

test.each(['LoudWallet', 'RevertingWallet'] as const)('a %s is refused', async (kind) => {
  expect(await signIn(wallets[kind])).toMatchObject({
    status: 401,
    body: { message: expect.stringContaining('signature was not made by the address') },
  })
})

test('a HungryWallet is refused: by the cap on gas, or on a busy machine by the cap on time', async () => {
  const { status } = await signIn(wallets.HungryWallet)
  expect([401, 503]).toContain(status)
})

test('an address without code is refused', async () => {
  expect(await signIn(stranger.address)).toMatchObject({ status: 401 })
})

test('an unreachable chain is unavailable, not a bad signature', async () => {
  expect(await signIn(wallets.LoudWallet, { chainId: 10 })).toMatchObject({
    status: 503,
    body: { code: 'unavailable' },
  })
})
