import { chooseLaunch, isReply } from '#agents/desk/launches.ts'
import { count, percentOfBps } from '#agents/desk/numbers.ts'
import { asOf } from '#agents/desk/pairs.ts'
import { type Json, read } from '#agents/desk/Service.ts'
import { isAboutLaunch, type Topic } from '#agents/desk/Topic.ts'
import { named } from './launches.ts'

/** The desk calls nothing safe; it lists the facts instead. */
const safety: Topic = {
  name: 'safety',
  async answer(desk) {
    if (!isAboutLaunch(desk.question, desk.memory) && !desk.slots.launch) return { text: GENERAL }
    const token = await chooseLaunch(desk)
    if (isReply(token)) return token
    return {
      text: [
        `I call no token safe. What can be seen of ${named(token)}, ${asOf(desk.now)}:`,
        ...signalsOf(token).map((line) => `- ${line}`),
        ...token.warnings.map(({ message }: Json) => `- ${message}`),
        'Buy only what you can lose.',
      ].join('\n'),
      slots: { launch: token.address },
    }
  },
}

const GENERAL =
  'You can lose all you put in. A launched token is unbacked and its price may fall to nothing; a liquidity position can be worth less than the tokens simply held, and earns nothing while the price is out of its range; what is signed cannot be undone. I call nothing safe: name a token and I list what can be seen of it ("is HRBR safe").'

function signalsOf({ signals, holders, imitates, lock, graduated }: Json): string[] {
  const { creatorShareBps, firstBlockBuyers = [], sameName } = signals ?? {}
  const early = firstBlockBuyers.reduce((sum: number, { shareBps }: Json) => sum + shareBps, 0)
  return [
    `Supply fixed at 1,000,000,000: nobody can mint more; ${graduated ? 'its pool liquidity is locked forever' : 'the ETH of the curve can only be had by selling tokens into it'}.`,
    creatorShareBps === null || creatorShareBps === undefined
      ? 'The creator’s holdings are not indexed yet.'
      : `The creator holds ${percentOfBps(creatorShareBps)}${lock ? `, the first buy locked for ${lock.days} days` : ' and may sell it at any time'}.`,
    `${count(firstBlockBuyers.length, 'wallet')} bought in the block of the launch, ${percentOfBps(early)} of the supply together; ${count(holders, 'holder')} now.`,
    ...(sameName?.count > 0 ? [`${sameName.count} other launches have the same name or symbol.`] : []),
    ...(imitates ? [`Its name looks like ${imitates.symbol ?? imitates}, but it is a different token.`] : []),
  ]
}

const tradeFee: Topic = {
  name: 'tradeFee',
  async answer({ service }) {
    const { curve, pool } = await read(service, '/.well-known/rh-launchpad.json')
    return {
      text: `On the curve every buy and sale pays ${percentOfBps(Number(curve.tradeFeeBps))} of its ETH; half of it goes to the creator, half to the treasury. After graduation the pool takes ${percentOfBps(Number(pool.fee) / 100)} of each swap. The network's gas comes on top. A quote ("how many HRBR for 0.1 ETH") shows the fee of that trade.`,
    }
  },
}

export const riskTopics: readonly Topic[] = [safety, tradeFee]
