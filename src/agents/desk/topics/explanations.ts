import { chooseLaunch, isReply as isLaunchReply } from '#agents/desk/launches.ts'
import { ether, figure, percentOfBps } from '#agents/desk/numbers.ts'
import * as Pool from '#agents/desk/Pool.ts'
import { asOf, choosePool, isReply, pairOf } from '#agents/desk/pairs.ts'
import { type Json, read } from '#agents/desk/Service.ts'
import type { Desk, Topic } from '#agents/desk/Topic.ts'
import { named, raisedWords } from './launches.ts'

const leavesRange: Topic = {
  name: 'leavesRange',
  async answer(desk) {
    const pool = await talkedPool(desk)
    const example = pool
      ? ` In the ${Pool.label(pool)} the price is ${Pool.priceWords(pool, pool.token0)} now (${asOf(desk.now)}).`
      : ''
    return {
      text: `Then the position holds only one of the two tokens and earns no fees until the price comes back. Above the range it consists only of the token it bought on the way up, below the range only of the token it bought on the way down; crossing the range itself loses nothing, and nothing has to be done. You may wait, or withdraw and open a new range.${example}`,
    }
  },
}

const impermanentLoss: Topic = {
  name: 'impermanentLoss',
  async answer(desk) {
    const pool = await talkedPool(desk)
    const lossAt = (ratio: number) => (1 - (2 * Math.sqrt(ratio)) / (1 + ratio)) * 100
    const example = pool
      ? ` For the ${Pool.label(pool)}, at ${Pool.priceWords(pool, pool.token0)} now: a full-range deposit is worth ${figure(lossAt(2))}% less than just holding if the price doubles to ${figure(Pool.price(pool) * 2)} or halves to ${figure(Pool.price(pool) / 2)} ${pool.token1.symbol}.`
      : ` Over the full range it is ${figure(lossAt(1.25))}% when the price moves by 25%, ${figure(lossAt(2))}% when it doubles or halves, ${figure(lossAt(4))}% when it quadruples.`
    return {
      text: `A pool sells the token that rises and buys the one that falls, so a deposit is worth less than the same tokens simply held, whichever way the price goes. The difference is called impermanent loss: it is gone if the price comes back, and real once you withdraw. Earned fees make up for some of it. A narrow range loses more, faster.${example}`,
    }
  },
}

async function talkedPool(desk: Desk): Promise<Pool.Pool | undefined> {
  if (!desk.slots.pool && !pairOf(desk)) return undefined
  const pool = await choosePool(desk)
  return isReply(pool) ? undefined : pool
}

const backed: Topic = {
  name: 'backed',
  async answer(desk) {
    const { warnings } = await rulesOf(desk)
    const unbacked = warnings.find(({ code }: Json) => code === 'unbacked').message
    const current = desk.slots.launch || desk.question.symbols.length > 0 ? await chooseLaunch(desk) : undefined
    const held =
      current && !isLaunchReply(current) && !current.graduated
        ? ` The ${ether(current.realEthRaised)} in the curve of ${named(current)} only pay for tokens that are sold back into it.`
        : ''
    return {
      text: `No. ${unbacked} Nobody owes you anything for it; its price is only what the curve, and later its pool, pays.${held}`,
    }
  },
}

const graduation: Topic = {
  name: 'graduation',
  async answer(desk) {
    const rules = await rulesOf(desk)
    const { gradEthTarget, gradFeeBps } = rules.curve
    const current = desk.slots.launch ? await chooseLaunch(desk) : undefined
    const about =
      current && !isLaunchReply(current) && !current.graduated ? ` ${named(current)}: ${raisedWords(current)}.` : ''
    return {
      text: `When the curve has raised ${ether(gradEthTarget)}, the buy that fills it also graduates the token, in the same transaction: ${percentOfBps(Number(gradFeeBps))} of the raised ETH go to the treasury, the rest becomes liquidity of a Uniswap v4 ETH pool together with the tokens that were never on the curve. That liquidity is locked forever; nobody can withdraw it. Trading goes on in the pool. It cannot be undone.${about}`,
    }
  },
}

const creatorFees: Topic = {
  name: 'creatorFees',
  async answer(desk) {
    const { tradeFeeBps, creatorFeeShareBps } = (await rulesOf(desk)).curve
    const half = percentOfBps(Number(creatorFeeShareBps))
    return {
      text: `Every buy and sale on the curve pays a fee of ${percentOfBps(Number(tradeFeeBps))} of its ETH; ${half} of that fee is the creator's, the rest the treasury's. After graduation the locked liquidity earns the pool's fee of 1%, which is split the same way: yes, the creator goes on earning, as long as the pool is traded. Fees wait in the contract until the holder of the creator's right claims them.`,
    }
  },
}

function rulesOf({ service }: Desk): Promise<Json> {
  return read(service, '/.well-known/rh-launchpad.json')
}

const rules: Topic = {
  name: 'rules',
  async answer(desk) {
    const found = await rulesOf(desk)
    const lines = found.rules.map((rule: string) => `- ${rule}`)
    return {
      text: [
        'The rules for agents and other callers:',
        ...lines,
        `All of them: ${desk.directory.baseUrl}/llms.txt`,
      ].join('\n'),
    }
  },
}

const chain: Topic = {
  name: 'chain',
  answer: ({ directory: { chainId, isDevnet } }) => ({
    text: isDevnet
      ? `Chain id ${chainId}, but an embedded development chain of this service that has that id: a devnet. Nothing on it has value, it is not real money, and it starts from scratch when the service restarts. Never send to it from a wallet that holds real funds.`
      : `Chain id ${chainId}, the real chain: what you sign moves real money and cannot be undone. Check that your wallet shows chain id ${chainId} before you sign.`,
  }),
}

export const explanationTopics: readonly Topic[] = [
  leavesRange,
  impermanentLoss,
  backed,
  graduation,
  creatorFees,
  rules,
  chain,
]
