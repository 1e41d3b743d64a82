import { type Address, encodeFunctionData, maxUint256, parseEther } from 'viem'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { multicall3Abi } from '#devnet/abis.ts'
import { MULTICALL3 } from '#devnet/addresses.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import * as Launch from '../setup/launchpad/launchChain.ts'
import { type LaunchService, startLaunchService } from '../setup/launchpad/launchService.ts'
import { createSplit } from '../setup/launchpad/launchStates.ts'
import { createLegalActivity } from '../setup/launchpad/legalActivity.ts'
import { deployDonor } from '../setup/launchpad/poolHelpers.ts'
import { readRawChain } from '../setup/launchpad/rawChain.ts'
import { recountEarly } from '../setup/launchpad/recountEarly.ts'
import { readPoolTraders, untilFollowed } from '../setup/launchpad/untilFollowed.ts'

const SEED = Number(process.env['SEED'] ?? 4663)
const BLOCKS = inject('deep') ? 400 : 40
const SECONDS = 600
const value = parseEther('0.05')
const some = 10n ** 24n

let service: LaunchService
let ann: Address
let bob: Address
let cas: Address
let dan: Address
let eve: Address
let plain: Address
let opened: Address

beforeAll(async () => {
  service = await startLaunchService()
  const { chain } = service
  ;[ann, bob, cas, dan, eve] = chain.accounts as [Address, Address, Address, Address, Address]
  await chain.mine([Launch.create(ann, { name: 'Plain', symbol: 'PLAIN', value })])
  plain = await Launch.newestToken(chain)
  await chain.mine([Launch.buyFor(bob, plain, { recipient: cas, value }), Launch.buy(bob, plain, value)])
  await chain.mine([Launch.sell(cas, plain, some), bundle(ann, plain, [dan, eve])])
  await chain.wait(120)
  await chain.mine([Launch.buyFor(eve, plain, { recipient: ann, value })])
  await chain.mine([Launch.createWith(ann, { name: 'Opened', symbol: 'OPEN' }, { openingSeconds: SECONDS })])
  opened = await Launch.newestToken(chain)
  await chain.wait(SECONDS / 2)
  await chain.mine([sellFor(ann, plain, dan), Launch.buy(dan, opened, value), Launch.buy(cas, opened, value)])
  await chain.wait(SECONDS)
  await chain.mine([Launch.buy(eve, opened, value)])
  const helpers = { donor: await deployDonor(chain, ann), split: await createSplit(chain) }
  await createLegalActivity(chain, SEED, helpers).run(BLOCKS)
  await untilFollowed(service)
}, 600_000)
afterAll(() => service?.[Symbol.asyncDispose]())

/** One transaction that buys for each of the accounts. */
function bundle(from: Address, token: Address, accounts: readonly Address[]): Launch.Sending {
  const calls = accounts.map((account) => {
    const args = [token, 0n, account, maxUint256] as const
    const callData = encodeFunctionData({ abi: launchpadAbi, functionName: 'buyFor', args })
    return { target: Launch.FACTORY, allowFailure: false, value, callData }
  })
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3Value', args: [calls] })
  return { from, to: MULTICALL3, data, value: value * BigInt(accounts.length) }
}

function sellFor(from: Address, token: Address, recipient: Address): Launch.Sending {
  const args = [token, some, 0n, recipient, maxUint256] as const
  return { from, to: Launch.FACTORY, data: encodeFunctionData({ abi: launchpadAbi, functionName: 'sellFor', args }) }
}

const read = (token: Address) => service.get(`/api/launchpad/early?address=${token}`)
const lower = (list: readonly string[]) => list.map((address) => address.toLowerCase()).sort()

test('after random trading the early buyers of every token equal a recount of raw logs', async () => {
  const { logs } = await readRawChain(service.chain)
  const traderOf = await readPoolTraders(service)
  const creations = logs.filter(({ name }) => name === 'TokenCreated')
  for (const { args } of creations) {
    const body = await read(args.token)
    const right = recountEarly(logs, args.token, traderOf)
    const byAddress = (a: { address: string }, b: { address: string }) => (a.address < b.address ? -1 : 1)
    const buyers = body.buyers.map((buyer: Record<string, string>) => ({
      ...{ address: buyer['address']?.toLowerCase(), isFirstBlock: buyer['isFirstBlock'] },
      ...{ boughtTokens: BigInt(buyer['boughtTokens'] ?? ''), boughtEth: BigInt(buyer['boughtEth'] ?? '') },
      ...{ soldTokens: BigInt(buyer['soldTokens'] ?? ''), held: BigInt(buyer['held'] ?? '') },
      fundedBy: lower(buyer['fundedBy'] as unknown as string[]),
    }))
    expect(buyers.sort(byAddress)).toEqual(right.buyers.toSorted(byAddress))
    expect(Date.parse(body.until) / 1000).toBe(right.until)
    const held = right.buyers.reduce((sum, buyer) => sum + buyer.held, 0n)
    expect(body.heldBps).toBe(Number((held * 10_000n) / 10n ** 27n))
    const amounts = body.buyers.map(({ boughtTokens }: { boughtTokens: string }) => BigInt(boughtTokens))
    expect(amounts).toEqual(amounts.toSorted((a: bigint, b: bigint) => (a < b ? 1 : -1)))
    type Bundle = { transactionHash: string; buyers: string[] }
    expect(new Map(body.bundles.map((one: Bundle) => [one.transactionHash, lower(one.buyers)]))).toEqual(right.bundles)
    type Source = { source: string; buyers: string[] }
    expect(new Map(body.commonSources.map((one: Source) => [one.source.toLowerCase(), lower(one.buyers)]))).toEqual(
      right.sources,
    )
  }
  expect(creations.length).toBeGreaterThan(5)
})

test('first block, sales, bundles and who paid for whom', async () => {
  const { buyers, bundles, commonSources } = await read(plain)
  const of = (who: Address) => buyers.find(({ address }: { address: Address }) => address === who)
  expect(buyers).toHaveLength(5)
  expect(of(ann)).toMatchObject({ isCreator: true, isFirstBlock: true, fundedBy: [] })
  expect(of(cas)).toMatchObject({ isCreator: false, isFirstBlock: false, fundedBy: [bob] })
  expect(BigInt(of(cas).soldTokens)).toBeGreaterThanOrEqual(some)
  expect(bundles.map((one: { buyers: Address[] }) => one.buyers.toSorted())).toEqual([[dan, eve].toSorted()])
  expect(commonSources).toContainEqual({ source: bob, buyers: [bob, cas] })
  expect(commonSources.find(({ source }: { source: Address }) => source === MULTICALL3).buyers).toHaveLength(2)
})

test('the opening counts as early to its end, and the ETH of a sale counts as funding', async () => {
  const { buyers, until } = await read(opened)
  const found = buyers.map(({ address }: { address: Address }) => address)
  expect(found.toSorted()).toEqual([cas, dan].toSorted())
  expect(buyers.find(({ address }: { address: Address }) => address === dan).fundedBy).toContain(ann)
  const { opening } = await service.get(`/api/launchpad/token?address=${opened}`)
  expect(until).toBe(opening.endsAt)
})

test('tokens by address come in the order asked for, without strangers', async () => {
  const { tokens, total } = await service.get(
    `/api/launchpad/tokens?addresses=${opened},${ann},${plain.toLowerCase()},${opened}`,
  )
  expect(tokens.map(({ address }: { address: Address }) => address)).toEqual([opened, plain])
  expect(total).toBe(2)
  const [first] = (await service.get(`/api/launchpad/tokens?addresses=${plain}&include=glance`)).tokens
  expect(first.glance).toBeDefined()
  const { tokens: listed } = await service.get(`/api/launchpad/tokens?search=${opened}`)
  expect(listed).toEqual([tokens[0]])
})

test('bad requests are refused with what to send', async () => {
  const many = Array.from({ length: 101 }, () => plain).join(',')
  for (const query of [`addresses=${many}`, 'addresses=', 'addresses=0x12', `addresses=${plain}&creator=${ann}`])
    expect([query.length, (await service.fetch(`/api/launchpad/tokens?${query}`)).status]).toEqual([query.length, 400])
  expect((await service.fetch(`/api/launchpad/early?address=${ann}`)).status).toBe(404)
})
