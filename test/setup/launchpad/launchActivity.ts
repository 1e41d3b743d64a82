import { type Address, parseEther, zeroAddress } from 'viem'
import { seeded } from '../chain/rpcLies.ts'
import * as Launch from './launchChain.ts'

const GRADUATED = 2
const NAMES = ['Pepe', 'Moon "Dog"', 'C:\\coin', "Robert'); drop table", 'РЕРЕ', '日本', '🚀🚀', '{a,b}', 'NULL', 'Ünï']

/** People who launch and trade at random, the same way for the same seed on the same chain. */
export type Activity = {
  /** Mines blocks full of what they do. */
  run(blocks: number, perBlock?: number): Promise<void>
}

type Options = { hasOffers?: boolean }

export function createActivity(chain: Launch.LaunchChain, seed: number, { hasOffers = true }: Options = {}): Activity {
  const random = seeded(seed)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  const wei = (max: string) => BigInt(Math.floor(random() * Number(parseEther(max)))) + 1n
  const launch = () => ({ name: `${pick(NAMES)} ${Math.floor(random() * 50)}`, symbol: pick(NAMES).slice(0, 8).trim() })

  type Act = (curve: Launch.Curve, from: Address) => Launch.Sending
  const send: Act = ({ token }, from) =>
    Launch.transfer(from, token, { to: pick(chain.accounts), amount: wei('500000') })
  const claim: Act = ({ token, creator }) => Launch.claim(creator, token)
  const offer: Act = ({ token, creator }) => Launch.offerRight(creator, token, pick([...chain.accounts, zeroAddress]))
  const accept: Act = ({ token, pendingCreator }, from) =>
    Launch.acceptRight(pendingCreator === zeroAddress ? from : pendingCreator, token)
  const buy: Act = ({ token }, from) => Launch.buy(from, token, wei('0.05'))
  const sell: Act = ({ token }, from) => Launch.sell(from, token, wei('2000000'))
  const fill: Act = ({ token }, from) => Launch.buy(from, token, parseEther('3'))
  const swap: Act = ({ token }, from) => Launch.swapIn(from, token, wei('0.1'))
  const release: Act = ({ token }, from) => Launch.releaseLock(from, token)
  const common = [send, send, claim, release, ...(hasOffers ? [offer, accept] : [])]
  const trading = [buy, buy, buy, buy, sell, sell, sell, fill, ...common]
  const graduated = [swap, swap, swap, ...common]

  function next(curves: readonly Launch.Curve[]): Launch.Sending {
    const from = pick(chain.accounts)
    if (curves.length === 0 || random() < 0.08)
      return Launch.create(from, { ...launch(), value: random() < 0.5 ? wei('0.1') : 0n })
    if (random() < 0.04) {
      const lockDays = pick([0, 1, 30])
      const value = lockDays > 0 || random() < 0.5 ? wei('0.1') : 0n
      const feeHolder = pick([...chain.accounts, zeroAddress])
      return Launch.createWith(
        from,
        { ...launch(), value },
        { feeHolder, openingSeconds: pick([0, 60, 3_600]), lockDays },
      )
    }
    // Few tokens get most of the attention, as in life.
    const curve = curves[Math.floor(random() ** 2 * curves.length)] as Launch.Curve
    return pick(curve.status === GRADUATED ? graduated : trading)(curve, from)
  }

  return {
    async run(blocks, perBlock = 4) {
      for (let block = 0; block < blocks; block++) {
        // Some pauses end a minute, few an hour or a day, so that candles of every length begin and end.
        if (random() < 0.3) await chain.wait(Math.ceil(pick([20, 70, 90, 600, 4_000, 40_000]) * random()))
        const curves = await chain.curves()
        const count = Math.floor(random() * (perBlock + 1))
        await chain.mine(Array.from({ length: count }, () => next(curves)))
      }
    },
  }
}
