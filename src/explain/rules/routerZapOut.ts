import { type Address, getAddress, type Hex, size, slice, zeroAddress } from 'viem'
import type { DecodedCall } from './DecodedCall.ts'
import type { Effects, Rule, Scene, Warning } from './Effects.ts'
import { partWarnings, unknownPosition } from './v3.ts'
import { amountOf, deadlineWarnings, recipientWarnings, tokenOf } from './words.ts'

const CALLER = '0x0000000000000000000000000000000000000001'
const ROUTER = '0x0000000000000000000000000000000000000002'
const WHOLE_BALANCE = 1n << 255n
/** Two addresses and a fee of three bytes. */
const SINGLE_HOP_BYTES = 43

function inRouter({ to }: Scene, account: unknown): boolean {
  return account === ROUTER || account === to
}

/** The two tokens of a swap in one v3 pool. */
function endsOf(path: Hex): readonly [Address, Address] | undefined {
  if (size(path) !== SINGLE_HOP_BYTES) return undefined
  return [getAddress(slice(path, 0, 20)), getAddress(slice(path, 23))]
}

// Anyone can take the tokens that stay in the router.
function isPaidOut(scene: Scene, token: Address, from: number): boolean {
  return scene.calls.slice(from).some(({ name, args }, index) => {
    if (name === 'SWEEP_TOKEN') return args['token'] === token
    if (name === 'UNWRAP_WETH') return token === scene.facts.wrappedNative
    if (name !== 'V3_SWAP_EXACT_IN' || args['amountIn'] !== WHOLE_BALANCE) return false
    const [first, second] = endsOf(args['path'] as Hex) ?? []
    if (first !== token || !second) return false
    return !inRouter(scene, args['recipient']) || isPaidOut(scene, second, from + index + 1)
  })
}

const LEFT: Warning = { code: 'REST_NOT_RETURNED', message: 'Anyone can take the tokens that stay in the router.' }

function leftWarnings(scene: Scene, tokens: readonly Address[], call: DecodedCall | undefined): Warning[] {
  const from = call ? scene.calls.indexOf(call) + 1 : 0
  return tokens.every((token) => isPaidOut(scene, token, from)) ? [] : [LEFT]
}

function payingOut(scene: Scene, token: Address, { recipient, amountMinimum }: Readonly<Record<string, unknown>>) {
  const named = recipient as Address
  const account = named === CALLER ? scene.signer : named
  const atLeast = amountMinimum as bigint
  if (inRouter(scene, named)) return { warnings: [LEFT] }
  return {
    receive: [{ token, atLeast, recipient: account }],
    sentences: [`Pays out everything, at least ${amountOf(scene, token, atLeast)}.`],
    warnings: account ? recipientWarnings(scene, account) : [],
  }
}

/** The rules of a withdrawal from v3 through the router: the router receives the funds and must pay all of them out. */
export const zapOutRules: Record<string, Rule> = {
  decreaseLiquidity(args, scene) {
    const { tokenId, liquidity, amount0Min, amount1Min, deadline } = args
    const pair = scene.positions.get(tokenId as bigint)
    const sentence = `Removes liquidity ${liquidity} from Uniswap v3 position ${tokenId}`
    const warnings = deadlineWarnings(scene, deadline as bigint)
    if (!pair) return { sentences: [`${sentence}.`], warnings: [...warnings, unknownPosition(tokenId)] }
    const [first, second] = [
      amountOf(scene, pair[0], amount0Min as bigint),
      amountOf(scene, pair[1], amount1Min as bigint),
    ]
    return { sentences: [`${sentence}, for at least ${first} and ${second}.`], warnings }
  },
  collect(args, scene) {
    const { tokenId, recipient, amount0Max, amount1Max } = args
    const own = scene.calls.find((call) => call.args === args)
    const pair = scene.positions.get(tokenId as bigint)
    const kept = pair ? leftWarnings(scene, pair, own) : [unknownPosition(tokenId)]
    const isKept = inRouter(scene, recipient)
    return {
      sentences: [`Collects everything that Uniswap v3 position ${tokenId} owes${isKept ? ' into the router' : ''}.`],
      warnings: [
        ...(isKept ? kept : recipientWarnings(scene, recipient as Address)),
        ...partWarnings([amount0Max, amount1Max] as bigint[]),
      ],
    }
  },
  V3_SWAP_EXACT_IN: swapping,
  WRAP_ETH: wrapping,
  SWEEP_TOKEN: (args, scene) => payingOut(scene, args['token'] as Address, args),
  UNWRAP_WETH: (args, scene) => payingOut(scene, zeroAddress, args),
}

// Currency that is wrapped and not swapped stays in the router, and so does value that is not wrapped.
function wrapping({ recipient, amount }: Readonly<Record<string, unknown>>, scene: Scene): Partial<Effects> {
  const isSwapped = scene.calls.some(({ name, args }) => {
    if (name !== 'V3_SWAP_EXACT_IN' || args['payerIsUser'] !== false || args['amountIn'] !== amount) return false
    return endsOf(args['path'] as Hex)?.[0] === scene.facts.wrappedNative
  })
  const isWhole = inRouter(scene, recipient) && amount === scene.value && isSwapped
  return {
    sentences: [`Wraps ${amountOf(scene, zeroAddress, amount as bigint)}.`],
    warnings: isWhole ? [] : [LEFT],
  }
}

function swapping(args: Readonly<Record<string, unknown>>, scene: Scene): Partial<Effects> {
  const { recipient, amountIn, amountOutMinimum, path, payerIsUser } = args
  const ends = endsOf(path as Hex)
  if (!ends) return { warnings: [{ code: 'UNBOUNDED_PAYMENT', message: 'It swaps along an unknown path.' }] }
  const [paid, received] = ends
  const isWhole = amountIn === WHOLE_BALANCE
  const isKept = inRouter(scene, recipient)
  const account = recipient === CALLER ? scene.signer : (recipient as Address)
  const what = isWhole ? `all ${tokenOf(scene, paid)} in the router` : amountOf(scene, paid, amountIn as bigint)
  const own = scene.calls.find((call) => call.args === args)
  const unbounded = { code: 'UNBOUNDED_PAYMENT', message: `It takes as much of ${paid} as the signer has.` }
  return {
    pay: payerIsUser === true ? [{ token: paid, atMost: amountIn as bigint }] : [],
    receive: isKept ? [] : [{ token: received, atLeast: amountOutMinimum as bigint, recipient: account }],
    sentences: [
      `Swaps ${what} for at least ${amountOf(scene, received, amountOutMinimum as bigint)} in a Uniswap v3 pool.`,
    ],
    warnings: [
      ...(isKept ? leftWarnings(scene, [received], own) : []),
      ...(!isKept && account ? recipientWarnings(scene, account) : []),
      ...(payerIsUser === true && isWhole ? [unbounded] : []),
    ],
  }
}
