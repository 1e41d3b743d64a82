import { type Address, zeroAddress } from 'viem'
import type { Effects, Rule, Scene } from './Effects.ts'
import { amountOf, deadlineWarnings, recipientWarnings, tokenOf } from './words.ts'

type Side = readonly [token: Address, amount: bigint]
type Deal = { readonly to: Address; readonly deadline: bigint }

function adding(scene: Scene, sides: readonly [Side, Side], deal: Deal): Partial<Effects> {
  const [first, second] = sides.map(([token, amount]) => amountOf(scene, token, amount))
  return {
    // Native currency is paid by the value of the transaction.
    pay: sides.filter(([token]) => token !== zeroAddress).map(([token, atMost]) => ({ token, atMost })),
    sentences: [`Adds up to ${first} and ${second} to a Uniswap v2 pair.`],
    warnings: [...deadlineWarnings(scene, deal.deadline), ...recipientWarnings(scene, deal.to)],
  }
}

function removing(
  scene: Scene,
  shares: bigint,
  { sides, ...deal }: Deal & { sides: readonly Side[] },
): Partial<Effects> {
  const [first = '', second = ''] = sides.map(([token, amount]) => amountOf(scene, token, amount))
  const pair = sides.map(([token]) => tokenOf(scene, token)).join(' and ')
  return {
    pay: sharesOf(scene, sides, shares),
    receive: sides.map(([token, atLeast]) => ({ token, atLeast, recipient: deal.to })),
    sentences: [`Redeems ${shares} shares of the Uniswap v2 pair of ${pair} for at least ${first} and ${second}.`],
    warnings: [...deadlineWarnings(scene, deal.deadline), ...recipientWarnings(scene, deal.to)],
  }
}

/** The tokens of a pair; native currency is held wrapped. */
export function pairKey(facts: Scene['facts'], first: Address, second: Address): string {
  const held = [first, second].map((token) => (token === zeroAddress ? facts.wrappedNative : token))
  return held.toSorted().join(' ')
}

function sharesOf(scene: Scene, [first, second]: readonly Side[], shares: bigint) {
  const pair = first && second && scene.pairs.get(pairKey(scene.facts, first[0], second[0]))
  return pair ? [{ token: pair, atMost: shares }] : []
}

const removeNative: Rule = (args, scene) => {
  const { token, liquidity, amountTokenMin, amountETHMin, ...deal } = args
  const sides = [side(token, amountTokenMin), side(zeroAddress, amountETHMin)]
  return removing(scene, liquidity as bigint, { sides, ...(deal as Deal) })
}

type Traded = Deal & { readonly path: readonly Address[]; readonly amountIn: bigint; readonly amountOutMin: bigint }

// Each pair of a path takes its fee, and others can move its price; the signer pays the first token and gets the last.
function swapping(scene: Scene, { path, amountIn, amountOutMin, to, deadline }: Traded, native?: 'in' | 'out') {
  const [paid, received] = [native === 'in' ? zeroAddress : path[0], native === 'out' ? zeroAddress : path.at(-1)]
  if (!paid || !received || path.length < 2) {
    return { warnings: [{ code: 'UNBOUNDED_PAYMENT', message: 'It swaps along an unknown path.' }] }
  }
  const [from, into] = [amountOf(scene, paid, amountIn), amountOf(scene, received, amountOutMin)]
  return {
    pay: native === 'in' ? [] : [{ token: paid, atMost: amountIn }],
    receive: [{ token: received, atLeast: amountOutMin, recipient: to }],
    sentences: [`Swaps ${from} for at least ${into} in Uniswap v2 pairs.`],
    warnings: [...deadlineWarnings(scene, deadline), ...recipientWarnings(scene, to)],
  }
}

function side(token: unknown, amount: unknown): Side {
  return [token as Address, amount as bigint]
}

/** The rules of Uniswap v2's router. */
export const v2Rules: Record<string, Rule> = {
  addLiquidity({ tokenA, tokenB, amountADesired, amountBDesired, to, deadline }, scene) {
    const sides = [side(tokenA, amountADesired), side(tokenB, amountBDesired)] as const
    return adding(scene, sides, { to, deadline } as Deal)
  },
  addLiquidityETH({ token, amountTokenDesired, to, deadline }, scene) {
    const sides = [side(token, amountTokenDesired), side(zeroAddress, scene.value)] as const
    return adding(scene, sides, { to, deadline } as Deal)
  },
  removeLiquidity({ tokenA, tokenB, liquidity, amountAMin, amountBMin, to, deadline }, scene) {
    const sides = [side(tokenA, amountAMin), side(tokenB, amountBMin)]
    return removing(scene, liquidity as bigint, { sides, to, deadline } as Deal & { sides: Side[] })
  },
  removeLiquidityETH: removeNative,
  removeLiquidityETHSupportingFeeOnTransferTokens: removeNative,
  swapExactTokensForTokens: (args, scene) => swapping(scene, args as unknown as Traded),
  swapExactTokensForETH: (args, scene) => swapping(scene, args as unknown as Traded, 'out'),
  swapExactETHForTokens: (args, scene) =>
    swapping(scene, { ...(args as unknown as Traded), amountIn: scene.value }, 'in'),
}
