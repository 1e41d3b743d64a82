import { zeroAddress } from 'viem'
import type { TestLp } from './liquidity/lp.ts'

const chainId = 4663
const MIDDLE = -196_000
const PROTOCOLS = ['V2', 'V3', 'V4'] as const
const WAYS = PROTOCOLS.flatMap((from) => PROTOCOLS.filter((to) => to !== from).map((to) => [from, to] as const))

type Request = { path: string; body: object }

/** Random requests of several steps in one transaction, for positions 2 of account 0. */
export function recipeRequests({ devnet }: TestLp, random: () => number): (() => Request)[] {
  const pick = <T>(...list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const between = (least: number, most: number) => Math.floor(least + random() * (most - least))
  const common = { walletAddress: devnet.account(0).address, chainId, simulateTransaction: false }
  const position = () => ({ ...common, protocol: pick('V3', 'V4'), tokenId: '2' })
  const slip = () => (random() < 0.5 ? {} : { slippageTolerance: between(1, 300) / 100 })
  const weth = devnet.token('WETH').address
  const dusd = devnet.token('DUSD').address
  const tickBounds = () => ({ tickLower: MIDDLE - between(300, 40_000), tickUpper: MIDDLE + between(300, 40_000) })
  const existing = (protocol: (typeof PROTOCOLS)[number]) => {
    const first = protocol === 'V4' ? 'ETH' : 'WETH'
    const pool = devnet.pool(protocol, [first, 'DUSD'], ...(protocol === 'V2' ? [] : [{ fee: 500 }]))
    return { token0Address: pool.token0, token1Address: pool.token1, poolReference: pool.reference }
  }
  return [
    () => ({ path: '/lp/compound', body: { ...position(), collectAsWeth: random() < 0.5, ...slip() } }),
    () => ({ path: '/lp/rerange', body: { ...position(), tickBounds: tickBounds(), ...slip() } }),
    () => {
      const positions = pick(['V3', 'V4'], ['V3'], ['V4']).map((protocol) => ({ protocol, tokenId: '2' }))
      return { path: '/lp/claim_many', body: { ...common, positions, collectAsWeth: random() < 0.5 } }
    },
    () => {
      const protocol = pick(...PROTOCOLS)
      const existingPool = existing(protocol)
      const tokenAddress = pick(zeroAddress, dusd, ...(protocol === 'V4' ? [] : [weth]))
      const amount = String(between(10 ** 6, tokenAddress === dusd ? 10 ** 9 : 10 ** 15))
      const independentToken = { tokenAddress, amount }
      const range = protocol === 'V2' ? {} : { tickBounds: tickBounds() }
      const asked = { protocol, existingPool, independentToken, ...range }
      return { path: '/lp/zap_in', body: { ...common, ...asked, ...slip() } }
    },
    () => {
      const asked = { tokenOutAddress: pick(weth, zeroAddress, dusd), liquidityPercentageToDecrease: between(1, 101) }
      const held = pick(
        { protocol: 'V2', token0Address: pick(weth, zeroAddress), token1Address: dusd },
        { protocol: 'V3', tokenId: '2' },
        { protocol: 'V4', tokenId: '2' },
      )
      return { path: '/lp/zap_out', body: { ...common, ...held, ...asked, ...slip() } }
    },
    () => {
      const [protocol, targetProtocol] = pick(...WAYS)
      const held = protocol === 'V2' ? { token0Address: weth, token1Address: dusd } : { tokenId: '2' }
      const range = targetProtocol === 'V2' ? {} : { tickBounds: tickBounds() }
      const asked = { protocol, ...held, targetProtocol, existingPool: existing(targetProtocol), ...range }
      return {
        path: '/lp/migrate',
        body: { ...common, ...asked, liquidityPercentageToDecrease: between(1, 101), ...slip() },
      }
    },
  ]
}
