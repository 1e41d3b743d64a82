import { type Address, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { comparePositions } from '../setup/launchpad/comparePositions.ts'
import * as Launch from '../setup/launchpad/launchChain.ts'
import { type LaunchService, startLaunchService } from '../setup/launchpad/launchService.ts'
import { createLedger, type Ledger } from '../setup/launchpad/ledger.ts'
import { recountEarly } from '../setup/launchpad/recountEarly.ts'
import { readPoolTraders, untilFollowed } from '../setup/launchpad/untilFollowed.ts'

const DEPTH = 80
const SOME = 10n ** 24n

let service: LaunchService
let ledger: Ledger
let token: Address
let ann: Address
let bob: Address
let cas: Address

beforeAll(async () => {
  ledger = await createLedger(await Launch.startLaunchChain())
  const { chain } = ledger
  service = await startLaunchService({ chain })
  ;[ann, bob, cas] = chain.accounts as [Address, Address, Address]
  await chain.mine([Launch.create(ann, { name: 'Deep', symbol: 'DEEP', value: parseEther('0.1') })])
  token = await Launch.newestToken(chain)
  await chain.mine([Launch.buy(bob, token, parseEther('0.3'))])
}, 120_000)
afterAll(() => service?.[Symbol.asyncDispose]())

/** Trades on the curve, graduation by this account, trades in the pool, and claims before and after it. */
async function graduate(who: Address): Promise<void> {
  const { chain } = ledger
  await chain.mine([Launch.buy(who, token, parseEther('0.2')), Launch.claim(ann, token)])
  await chain.mine([Launch.buy(who, token, parseEther('5'))])
  await chain.mine([Launch.swapIn(who, token, parseEther('0.5'))])
  await chain.mine([...Launch.swapOut(who, token, 3n * SOME), Launch.claim(ann, token)])
}

/** Blocks that each change balances; some come this many seconds later, and so in other minutes. */
async function give(blocks: number, who: Address, seconds: number): Promise<void> {
  const amount = SOME / 100n
  for (let block = 0; block < blocks; block++) {
    if (seconds > 0 && block % 8 === 0) await ledger.chain.wait(seconds)
    await ledger.chain.mine([Launch.transfer(who, token, { to: block % 2 === 0 ? ann : cas, amount })])
  }
}

async function logs() {
  return ledger.logsUntil((await ledger.chain.head()).hash) ?? []
}

/** Positions, holders, early buyers, claims and the creator's record are those of the raw logs. */
async function compare(): Promise<{ graduated: boolean; claims: number }> {
  await untilFollowed(service)
  await comparePositions(service, ledger)
  const raw = await logs()
  const early = recountEarly(raw, token, await readPoolTraders(service))
  const { buyers } = await service.get(`/api/launchpad/early?address=${token}`)
  type Buyer = { address: string; boughtTokens: string; soldTokens: string; held: string }
  const lineOf = ({ address, boughtTokens, soldTokens, held }: Record<keyof Buyer, unknown>) =>
    `${String(address).toLowerCase()} ${boughtTokens} ${soldTokens} ${held}`
  expect(buyers.map(lineOf).sort()).toEqual(early.buyers.map(lineOf).sort())
  const claimed = raw.filter(({ name, args }) => name === 'FeesClaimed' && args.token === token && args.amount > 0n)
  const claims = await service.get(`/api/launchpad/claims?address=${token}`)
  const sum = claimed.reduce((total, { args }) => total + (args.amount as bigint), 0n)
  expect([claims.total, claims.totalEth]).toEqual([claimed.length, `${sum}`])
  expect(claims.claims.map(({ transactionHash }: { transactionHash: string }) => transactionHash)).toEqual(
    claimed.map(({ tx }) => tx).reverse(),
  )
  const graduations = raw.filter(({ name }) => name === 'Graduated').length
  const creator = await service.get(`/api/launchpad/creators/${ann}`)
  expect([creator.graduated, creator.launches.length]).toEqual([graduations, 1])
  return { graduated: creator.launches[0].graduated, claims: claimed.length }
}

test(`a graduation and claims that lie ${DEPTH} blocks deep leave every figure with their blocks, and return on another branch`, {
  timeout: 300_000,
}, async () => {
  const { chain } = ledger
  expect(await compare()).toEqual({ graduated: false, claims: 0 })
  const before = await chain.snapshot()
  await graduate(bob)
  await give(DEPTH, bob, 90)
  expect(await compare()).toEqual({ graduated: true, claims: 2 })
  await chain.revert(before)
  await chain.mine([Launch.buy(cas, token, parseEther('0.1')), Launch.sell(bob, token, SOME)])
  await give(DEPTH / 2, bob, 0)
  expect(await compare()).toEqual({ graduated: false, claims: 0 })
  await graduate(cas)
  expect(await compare()).toEqual({ graduated: true, claims: 2 })
})
