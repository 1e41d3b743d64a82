import { type Address, maxUint128, zeroAddress } from 'viem'
import { positionRules } from './approvals.ts'
import type { Arguments } from './DecodedCall.ts'
import type { Effects, Payment, Rule, Scene, Warning } from './Effects.ts'
import { amountOf, deadlineWarnings, recipientWarnings, tokenOf } from './words.ts'

type Pair = readonly [Address, Address]

// The manager pays the wrapped side with the value it holds if that suffices, and with the signer's wrapped tokens if not.
function payments({ facts, value }: Scene, pair: Pair, amounts: readonly [bigint, bigint]): Payment[] {
  const sides = pair.map((token, index) => ({ token, atMost: amounts[index] ?? 0n }))
  return sides.filter(({ token, atMost }) => value === 0n || token !== facts.wrappedNative || value < atMost)
}

function depositing(scene: Scene, pair: Pair | undefined, args: Arguments): Partial<Effects> {
  const amounts = [args['amount0Desired'], args['amount1Desired']] as [bigint, bigint]
  const warnings = deadlineWarnings(scene, args['deadline'] as bigint)
  if (!pair) return { warnings: [...warnings, unknownPosition(args['tokenId'])] }
  return {
    pay: payments(scene, pair, amounts),
    atRisk: wrappedAtRisk(scene, pair, amounts),
    warnings: [...warnings, ...refundWarnings(scene)],
  }
}

// The manager pays token0 first, whose code can take the value out again; then wrapped tokens of the signer pay for token1.
function wrappedAtRisk({ facts, value }: Scene, [, token1]: Pair, [, atMost]: readonly [bigint, bigint]): Payment[] {
  return value > 0n && token1 === facts.wrappedNative && value >= atMost ? [{ token: token1, atMost }] : []
}

function refundWarnings({ value, calls }: Scene): Warning[] {
  if (value === 0n || calls.some(({ name }) => name === 'refundETH')) return []
  return [
    { code: 'REST_NOT_RETURNED', message: 'Anyone can take the part of the value that the position does not use.' },
  ]
}

export function unknownPosition(tokenId: unknown): Warning {
  return { code: 'UNKNOWN_POSITION', message: `Position ${tokenId} could not be read, so its tokens are not known.` }
}

function inWords(scene: Scene, pair: Pair, amounts: readonly unknown[]): string {
  return pair.map((token, index) => amountOf(scene, token, amounts[index] as bigint)).join(' and ')
}

/** The rules of Uniswap v3's position manager. */
export const v3Rules: Record<string, Rule> = {
  ...positionRules,
  createAndInitializePoolIfNecessary: ({ token0, token1, fee, sqrtPriceX96 }, scene) => ({
    sentences: [
      `Opens the Uniswap v3 pool of ${tokenOf(scene, token0 as Address)} and ${tokenOf(scene, token1 as Address)} with a fee of ${Number(fee) / 10_000}% at the square-root price ${sqrtPriceX96}, if it does not exist.`,
    ],
  }),
  mint(args, scene) {
    const pair = [args['token0'], args['token1']] as unknown as Pair
    const effects = depositing(scene, pair, args)
    const most = inWords(scene, pair, [args['amount0Desired'], args['amount1Desired']])
    const recipient = args['recipient'] as Address
    return {
      ...effects,
      sentences: [
        `Opens a Uniswap v3 position (fee ${Number(args['fee']) / 10_000}%, ticks ${args['tickLower']} to ${args['tickUpper']}) with up to ${most}.`,
      ],
      warnings: [...(effects.warnings ?? []), ...recipientWarnings(scene, recipient)],
    }
  },
  increaseLiquidity(args, scene) {
    const pair = scene.positions.get(args['tokenId'] as bigint)
    const most = pair ? inWords(scene, pair, [args['amount0Desired'], args['amount1Desired']]) : 'an unknown pair'
    return {
      ...depositing(scene, pair, args),
      sentences: [`Adds up to ${most} to Uniswap v3 position ${args['tokenId']}.`],
    }
  },
  decreaseLiquidity(args, scene) {
    const pair = scene.positions.get(args['tokenId'] as bigint)
    const warnings = deadlineWarnings(scene, args['deadline'] as bigint)
    const sentence = `Removes liquidity ${args['liquidity']} from Uniswap v3 position ${args['tokenId']}`
    if (!pair) return { sentences: [`${sentence}.`], warnings: [...warnings, unknownPosition(args['tokenId'])] }
    const minima = [args['amount0Min'], args['amount1Min']] as [bigint, bigint]
    return {
      receive: paidDirectly(scene, pair, minima),
      sentences: [`${sentence}, for at least ${inWords(scene, pair, minima)}.`],
      warnings,
    }
  },
  collect(args, scene) {
    const { tokenId, recipient, amount0Max, amount1Max } = args
    const maxima = [amount0Max, amount1Max] as [bigint, bigint]
    const isKept = recipient === zeroAddress
    return {
      sentences: [
        `Collects everything that Uniswap v3 position ${tokenId} owes${isKept ? ', to be paid out below' : ''}.`,
      ],
      warnings: [
        ...(isKept ? keptWarnings(scene, args) : recipientWarnings(scene, recipient as Address)),
        ...partWarnings(maxima),
      ],
    }
  },
  refundETH: () => ({ sentences: ['Returns the unused value to the signer.'] }),
  unwrapWETH9: ({ amountMinimum, recipient }, scene) =>
    payingOut(scene, zeroAddress, { atLeast: amountMinimum as bigint, recipient: recipient as Address }),
  sweepToken: ({ token, amountMinimum, recipient }, scene) =>
    payingOut(scene, token as Address, { atLeast: amountMinimum as bigint, recipient: recipient as Address }),
  burn: ({ tokenId }) => ({ sentences: [`Burns the empty Uniswap v3 position ${tokenId}.`] }),
}

// Anyone can take the tokens of the manager, so a later call of the same transaction must pay out both tokens.
function keptWarnings({ calls, facts, positions }: Scene, own: Arguments): Warning[] {
  const pair = positions.get(own['tokenId'] as bigint)
  if (!pair) return [unknownPosition(own['tokenId'])]
  const later = calls.slice(calls.findIndex(({ args }) => args === own))
  const isPaidOut = (token: Address) =>
    later.some(({ name, args }) =>
      name === 'unwrapWETH9' ? token === facts.wrappedNative : name === 'sweepToken' && args['token'] === token,
    )
  return pair.every(isPaidOut) ? [] : [LEFT]
}

const LEFT = { code: 'REST_NOT_RETURNED', message: 'Anyone can take the tokens that stay in the position manager.' }

/** Warns of a collection that leaves something. */
export function partWarnings(maxima: readonly bigint[]): Warning[] {
  if (maxima.every((most) => most === maxUint128)) return []
  return [{ code: 'PART_NOT_COLLECTED', message: 'A part of the tokens that the position owes may stay in it.' }]
}

// If the manager keeps the collected tokens, unwrapping and sweeping pay them out, with their own minima.
function paidDirectly({ calls }: Scene, pair: Pair, minima: readonly [bigint, bigint]) {
  const collect = calls.find(({ name }) => name === 'collect')
  const recipient = collect?.args['recipient'] as Address | undefined
  if (recipient === undefined || recipient === zeroAddress) return []
  return pair.map((token, index) => ({ token, atLeast: minima[index] ?? 0n, recipient }))
}

function payingOut(scene: Scene, token: Address, { atLeast, recipient }: { atLeast: bigint; recipient: Address }) {
  return {
    receive: [{ token, atLeast, recipient }],
    sentences: [`Pays out at least ${amountOf(scene, token, atLeast)}.`],
    warnings: recipientWarnings(scene, recipient),
  }
}
