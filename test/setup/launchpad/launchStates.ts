import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, parseEther } from 'viem'
import { feeSplitFactoryAbi } from '#launchpad/contract/abi.ts'
import { feeSplitFactoryOf } from '#launchpad/contract/feeSplitFactoryOf.ts'
import * as Launch from './launchChain.ts'

/** A launch, and who holds the creator's right of it. */
export type LaunchState = { name: StateName; token: Address; holder: Address }
export type States = { tokens: Record<StateName, LaunchState>; split: Address }

export const STATES = [
  'untouched',
  'opening over',
  'locked',
  'part sold',
  'nearly full',
  'graduated',
  'pool fees',
  'fee split',
  'offered',
  'everything',
  'in opening',
] as const
export type StateName = (typeof STATES)[number]

/** Shares of the fee split, in hundredths of a percent, by the place of the account. */
export const SHARES = [
  [2, 2_500],
  [3, 7_500],
] as const

/** Launches in every state that one can be in, on one chain at one time; the first account creates, the second trades. */
export async function buildStates(chain: Launch.LaunchChain): Promise<States> {
  const [ann, bob, cid] = chain.accounts as [Address, Address, Address]
  const split = await createSplit(chain)
  const launch = (symbol: string, value = parseEther('0.1')) => ({ name: symbol, symbol, value })
  await chain.mine([
    Launch.create(ann, launch('NEW', 0n)),
    Launch.createWith(ann, launch('OVER', 0n), { openingSeconds: 60 }),
    Launch.createWith(ann, launch('LOCK'), { lockDays: 10 }),
    ...['PART', 'NEAR', 'GRAD', 'POOL'].map((symbol) => Launch.create(ann, launch(symbol))),
    Launch.createWith(ann, launch('SPLIT'), { feeHolder: split }),
    Launch.create(ann, launch('OFFER')),
    Launch.createWith(ann, launch('ALL'), { feeHolder: split, openingSeconds: 60, lockDays: 10 }),
  ])
  const [, , locked, part, near, graduated, pool, shared, offered, all] = (await chain.curves()).map(
    ({ token }) => token,
  ) as Address[] as [Address, Address, Address, Address, Address, Address, Address, Address, Address, Address]
  await chain.wait(3 * 86_400)
  await chain.mine([
    ...[locked, part, shared, offered].map((token) => Launch.buy(bob, token, parseEther('0.1'))),
    Launch.buy(bob, near, parseEther('2.78')),
    ...[graduated, pool, all].map((token) => Launch.buy(bob, token, parseEther('5'))),
    Launch.offerRight(ann, offered, cid),
  ])
  for (const token of [pool, all])
    await chain.mine([
      Launch.swapIn(bob, token, parseEther('0.3')),
      ...Launch.swapOut(bob, token, parseEther('1000000')),
    ])
  await chain.mine([Launch.createWith(ann, launch('OPEN', 0n), { openingSeconds: 3_600 })])
  await chain.wait(600)
  const tokens = (await chain.curves()).map(({ token }) => token)
  await chain.mine([Launch.buy(bob, tokens.at(-1) as Address, parseEther('0.1'))])
  const curves = await chain.curves()
  const states = STATES.map((name, index) => {
    const { token, creator } = curves[index] as Launch.Curve
    return [name, { name, token, holder: creator }] as const
  })
  return { tokens: Object.fromEntries(states) as Record<StateName, LaunchState>, split }
}

/** A fee split among the accounts of the shares. */
export async function createSplit(chain: Launch.LaunchChain): Promise<Address> {
  const sorted = SHARES.map(([place, bps]) => ({ account: chain.accounts[place] as Address, bps })).sort((a, b) =>
    BigInt(a.account) < BigInt(b.account) ? -1 : 1,
  )
  const args = [sorted.map(({ account }) => account), sorted.map(({ bps }) => bps)] as const
  const to = feeSplitFactoryOf(Launch.FACTORY)
  const predicting = { abi: feeSplitFactoryAbi, functionName: 'predictFeeSplit', args } as const
  const from = chain.accounts[0] as Address
  await chain.mine([
    { from, to, data: encodeFunctionData({ abi: feeSplitFactoryAbi, functionName: 'createFeeSplit', args }) },
  ])
  const data = (await chain.upstream('eth_call', [{ to, data: encodeFunctionData(predicting) }, 'latest'])) as Hex
  return decodeFunctionResult({ ...predicting, data })
}
