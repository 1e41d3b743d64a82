import {
  type Address,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  maxUint256,
  parseAbi,
  parseAbiParameters,
  parseEther,
  zeroAddress,
} from 'viem'
import { POSITION_MANAGER } from '#devnet/addresses.ts'
import { feeSplitAbi, launchpadAbi } from '#launchpad/contract/abi.ts'
import { seeded } from '../chain/rpcLies.ts'
import * as Launch from './launchChain.ts'
import { donate } from './poolHelpers.ts'

const GRADUATED = 2
const WIDTH = 200
/** The tick at which every pool opens, rounded down to where a position can begin. */
const OPENING_TICK = 180_800
const BURNED = '0x000000000000000000000000000000000000dEaD'
const positionsAbi = parseAbi([
  'function modifyLiquidities(bytes unlockData, uint256 deadline) payable',
  'function nextTokenId() view returns (uint256)',
  'function ownerOf(uint256 id) view returns (address)',
  'function getPoolAndPositionInfo(uint256 tokenId) view returns ((address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks) key, uint256 info)',
])

type Act = (curve: Launch.Curve, from: Address) => Launch.Sending[] | Promise<Launch.Sending[]>
/** Uniswap's donor, and a fee split that some launches have as their fee holder. */
type Helpers = { donor: Address; split: Address }
type Activity = { run(blocks: number): Promise<void>; sent: () => number }

/**
 * People who do everything that a launch allows, most of it in pools and by several routes. No pool is swapped in or
 * given to twice in one block, so that what each did to it can be read from the chain's own state.
 */
export function createPoolActivity(chain: Launch.LaunchChain, seed: number, { donor, split }: Helpers): Activity {
  const random = seeded(seed)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  const wei = (max: string) => BigInt(Math.floor(random() * Number(parseEther(max)))) + 1n
  let sent = 0

  const trading: Act[] = [
    ...Array<Act>(6).fill(({ token }, from) => [Launch.buy(from, token, wei('0.2'))]),
    ...Array<Act>(3).fill(({ token }, from) => [Launch.sell(from, token, wei('3000000'))]),
    ({ token }, from) => [Launch.buy(from, token, wei('1000') / 10n ** 18n)],
    ({ token }, from) => [Launch.buy(from, token, parseEther('4'))],
  ]
  const swapping: Act[] = [
    ...Array<Act>(4).fill(({ token }, from) => [Launch.swapIn(from, token, wei('0.4'))]),
    ...Array<Act>(3).fill(({ token }, from) => Launch.swapOut(from, token, wei('20000000'))),
    ({ token }, from) => [
      Launch.swapInThroughRouter(from, token, { value: wei('0.1'), receiver: pick(chain.accounts) }),
    ],
    ({ token }, from) => [Launch.swapIn(from, token, pick([1n, 99n, 12_345n]))],
    ({ token }, from) => [donate(from, token, { donor, eth: wei('0.01') })],
  ]
  const common: Act[] = [
    ({ token }, from) => [Launch.transfer(from, token, { to: pick(chain.accounts), amount: wei('500000') })],
    ({ token }, from) => [
      Launch.transfer(from, token, { to: pick([BURNED, token, Launch.POOL_MANAGER]), amount: wei('90000') }),
    ],
    ({ token, creator }, from) => [creator === split ? claimBySplit(from, token) : Launch.claim(creator, token)],
    ({ token }, from) => [Launch.claimForTreasury(from, [token])],
    ...Array<Act>(2).fill(({ token }, from) => [Launch.releaseLock(from, token)]),
    ({ token, creator }) =>
      creator === split ? [] : [Launch.offerRight(creator, token, pick([...chain.accounts, zeroAddress]))],
    ({ token, pendingCreator }) => (pendingCreator === zeroAddress ? [] : [Launch.acceptRight(pendingCreator, token)]),
  ]
  const providing: Act[] = [
    ({ token }, from) => [call(from, 'collectPoolFees', token)],
    ({ token }, from) => {
      const tickUpper = OPENING_TICK - WIDTH * Math.floor(random() * 12)
      const tickLower = tickUpper - WIDTH * (1 + Math.floor(random() * 4))
      return Launch.addPosition(from, token, { tickLower, tickUpper, liquidity: wei('300000') })
    },
    () => removePosition(chain, random),
  ]

  function launch(from: Address): Launch.Sending {
    const number = Math.floor(random() * 12)
    const named = { name: `Harbour ${number}`, symbol: `HRB${number}`, value: random() < 0.6 ? wei('0.2') : 0n }
    if (random() < 0.5) return Launch.create(from, named)
    const lockDays = named.value > 0n ? pick([0, 1, 30]) : 0
    const options = {
      feeHolder: pick([...chain.accounts, split, zeroAddress]),
      openingSeconds: pick([0, 60, 600, 3_600]),
    }
    return Launch.createWith(from, named, { ...options, lockDays })
  }

  const claimBySplit = (from: Address, token: Address) => ({
    from,
    to: split,
    data: encodeFunctionData({ abi: feeSplitAbi, functionName: 'claim', args: [token] }),
  })

  async function next(curves: readonly Launch.Curve[], swapped: Set<string>): Promise<Launch.Sending[]> {
    const from = pick(chain.accounts)
    if (curves.length === 0 || random() < (curves.length < 12 ? 0.3 : 0.03)) return [launch(from)]
    // Few tokens get most of the attention, as in life.
    const curve = curves[Math.floor(random() ** 2 * curves.length)] as Launch.Curve
    const chance = random()
    if (chance < 0.25) return pick(common)(curve, from)
    if (curve.status !== GRADUATED) return pick(trading)(curve, from)
    if (chance < 0.4) return pick(providing)(curve, from)
    if (swapped.has(curve.token)) return []
    swapped.add(curve.token)
    return pick(swapping)(curve, from)
  }

  return {
    sent: () => sent,
    async run(blocks) {
      for (let block = 0; block < blocks; block++) {
        if (random() < 0.4) await chain.wait(Math.ceil(pick([1, 5, 30, 70, 600, 4_000, 20_000]) * random()))
        const curves = await chain.curves()
        const swapped = new Set<string>()
        const sendings: Launch.Sending[] = []
        for (let act = Math.floor(random() * 5); act > 0; act--) {
          const acts = await next(curves, swapped)
          sent += acts.length > 0 ? 1 : 0
          sendings.push(...acts)
        }
        await chain.mine(sendings)
      }
    },
  }
}

function call(from: Address, functionName: 'collectPoolFees', token: Address): Launch.Sending {
  return { from, to: Launch.FACTORY, data: encodeFunctionData({ abi: launchpadAbi, functionName, args: [token] }) }
}

/** Takes a position, chosen at random, out of its pool; nothing where it is gone already. */
export async function removePosition(
  { upstream }: Launch.LaunchChain,
  random: () => number,
): Promise<Launch.Sending[]> {
  const read = (data: Hex) => upstream('eth_call', [{ to: POSITION_MANAGER, data }, 'latest']) as Promise<Hex>
  const asked = { abi: positionsAbi, functionName: 'nextTokenId' } as const
  const count = decodeFunctionResult({ ...asked, data: await read(encodeFunctionData(asked)) })
  const id = 1n + BigInt(Math.floor(random() * Number(count)))
  try {
    const owning = { abi: positionsAbi, functionName: 'ownerOf', args: [id] } as const
    const from = decodeFunctionResult({ ...owning, data: await read(encodeFunctionData(owning)) })
    const placed = { abi: positionsAbi, functionName: 'getPoolAndPositionInfo', args: [id] } as const
    const [{ currency0, currency1 }] = decodeFunctionResult({ ...placed, data: await read(encodeFunctionData(placed)) })
    const burn = encodeAbiParameters(parseAbiParameters('uint256, uint128, uint128, bytes'), [id, 0n, 0n, '0x'])
    const take = encodeAbiParameters(parseAbiParameters('address, address, address'), [currency0, currency1, from])
    const unlock = encodeAbiParameters(parseAbiParameters('bytes, bytes[]'), ['0x0311', [burn, take]])
    const args = [unlock, maxUint256] as const
    const data = encodeFunctionData({ abi: positionsAbi, functionName: 'modifyLiquidities', args })
    return [{ from, to: POSITION_MANAGER, data }]
  } catch {
    return []
  }
}
