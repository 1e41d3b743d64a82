import { type Address, encodeFunctionData, type Hex } from 'viem'
import { feeSplitAbi, feeSplitFactoryAbi } from '#launchpad/contract/abi.ts'
import { feeSplitFactoryOf } from '#launchpad/contract/feeSplitFactoryOf.ts'
import { seeded } from '../chain/rpcLies.ts'
import { type Activity, createActivity } from './launchActivity.ts'
import { type Curve, FACTORY, type LaunchChain, type Sending } from './launchChain.ts'
import { ODD, type OddWorld } from './oddTransactions.ts'
import { createPoolActivity } from './poolActivity.ts'

const GRADUATED = 2
type Helpers = { donor: Address; split: Address }

/**
 * Everything that the contracts allow, at random: launches of every kind, trades on the curve and in pools, liquidity of
 * others, gifts, claims, rights, locks, splits, and the odd transactions on launches chosen at random.
 */
export function createLegalActivity(on: LaunchChain, seed: number, helpers: Helpers): Activity {
  const isAccount = ({ from }: Sending) => on.accounts.some((account) => account.toLowerCase() === from.toLowerCase())
  // A contract may hold the creator's right, and nobody can sign for it.
  const chain = { ...on, mine: (sendings: readonly Sending[] = []) => on.mine(sendings.filter(isAccount)) }
  const random = seeded(seed)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  const curve = createActivity(chain, seed + 1)
  const pool = createPoolActivity(chain, seed + 2, helpers)

  async function odd(): Promise<void> {
    const curves = await chain.curves()
    const token = (fits: (curve: Curve) => boolean) =>
      pick(curves.filter(fits).length > 0 ? curves.filter(fits) : curves)
    const trading = () => token(({ status }) => status !== GRADUATED).token
    if (curves.length === 0) return chain.mine()
    const kinds = { plain: trading(), opening: trading(), locked: trading(), brief: trading(), fresh: trading() }
    const graduated = token(({ status }) => status === GRADUATED).token
    const world: OddWorld = { ...kinds, pool: graduated, accounts: shuffled(), ...helpers }
    const [, sendings] = pick(ODD)
    await chain.mine([...sendings(world), ...splits(world)])
  }

  const shuffled = () => chain.accounts.toSorted(() => random() - 0.5)

  /** Splits of any accounts, and payments out of one. */
  function splits({ accounts: [from = '0x', ...others], plain, split }: OddWorld): Sending[] {
    const accounts = others.slice(0, 2).sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
    const args = [accounts, [4_000, 6_000]] as const
    const data = encodeFunctionData({ abi: feeSplitFactoryAbi, functionName: 'createFeeSplit', args })
    const claim: Hex = encodeFunctionData({ abi: feeSplitAbi, functionName: 'claim', args: [plain] })
    return random() < 0.2
      ? [
          { from, to: feeSplitFactoryOf(FACTORY), data },
          { from, to: split, data: claim },
        ]
      : []
  }

  return {
    async run(blocks, perBlock = 6) {
      for (let block = 0; block < blocks; block++) {
        const chance = random()
        if (chance < 0.4) await curve.run(1, perBlock)
        else if (chance < 0.75) await pool.run(1)
        else await odd()
      }
    },
  }
}
