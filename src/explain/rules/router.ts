import { type Address, zeroAddress } from 'viem'
import type { Arguments } from './DecodedCall.ts'
import type { Swap } from './decodeSwap.ts'
import type { Effects, Rule, Scene, Warning } from './Effects.ts'
import { proceedsOf } from './routerProceeds.ts'
import { zapOutRules } from './routerZapOut.ts'
import { hookWarnings } from './v4.ts'
import { amountOf, deadlineWarnings, recipientWarnings, tokenOf } from './words.ts'

const CALLER = '0x0000000000000000000000000000000000000001'
const ROUTER = '0x0000000000000000000000000000000000000002'

const NOT_PAID_OUT = { code: 'NOT_PAID_OUT', message: 'No action of this transaction pays the swap out.' }
const NOT_PAID_FOR = { code: 'NOT_PAID_FOR', message: 'No action of this transaction pays for the swap.' }

type Parked = { readonly token: Address; readonly holder: Address; readonly args: Arguments }

// Native currency may be left in the router, and any currency in the position manager, if a later call sweeps all of it
// to the signer.
function isReturned({ facts, calls, signer }: Scene, { token, holder, args: own }: Parked): boolean {
  const isParked = (holder === ROUTER && token === zeroAddress) || holder === facts.uniswap.v4?.positionManager
  const swept = calls
    .slice(calls.findIndex(({ args }) => args === own))
    .some(({ name, args }) => name === 'SWEEP' && args['currency'] === token && args['to'] === signer)
  return isParked && swept && signer !== undefined
}

function real({ signer }: Scene, account: Address): Address | undefined {
  return account === CALLER ? signer : account
}

// A deposit inside the router is paid from the funds in the position manager, whose caller is the router.
function insideManager(scene: Scene, account: Address): Partial<Effects> {
  return { warnings: recipientWarnings(scene, account === CALLER ? scene.to : account) }
}

type Key = { readonly currency0: Address; readonly currency1: Address; readonly hooks: Address }

// A mint inside the router settles both of its currencies in full from the manager and sweeps both; anything else
// reverts or leaves funds behind.
function mintWarnings({ calls, signer }: Scene, { currency0, currency1 }: Key): Warning[] {
  const inner = calls.slice(calls.findIndex(({ name }) => name === 'MINT_POSITION') + 1)
  const both = [currency0, currency1].join()
  const settled = inner.filter(
    ({ name, args }) => name === 'SETTLE' && args['amount'] === 0n && args['payerIsUser'] === false,
  )
  const swept = inner.filter(({ name, args }) => name === 'SWEEP' && args['to'] === signer)
  const isWhole = [settled, swept].every((list) => list.map(({ args }) => args['currency']).join() === both)
  if (isWhole && inner.length === settled.length + swept.length) return []
  return [
    { code: 'REST_NOT_RETURNED', message: 'The position is not paid in full, or an unused amount is not returned.' },
  ]
}

// A deposit that follows settles and takes for itself.
function swapActions({ calls }: Scene): Scene['calls'] {
  const end = calls.findIndex(({ name }) => name === 'modifyLiquidities')
  return end === -1 ? calls : calls.slice(0, end)
}

// A swap may be paid by another one of the same unlocking, if that one is guaranteed to return enough.
function isChained(actions: Scene['calls'], paid: Address, amountIn: bigint): boolean {
  return actions.some(({ name, args }) => {
    if (name !== 'SWAP_EXACT_IN_SINGLE') return false
    const { currency0, currency1, zeroForOne, amountOutMinimum } = args as unknown as Swap
    return (zeroForOne ? currency1 : currency0) === paid && amountOutMinimum >= amountIn
  })
}

/** Whether the swaps take exactly the value, so that nothing of it stays in the router or is passed to a deposit. */
function isSettledWhole(scene: Scene): boolean {
  const actions = swapActions(scene)
  const settled = actions.filter(({ name, args }) => name === 'SETTLE' && args['currency'] === zeroAddress)
  if (settled.length > 0) return settled.length === 1 && settled[0]?.args['amount'] === scene.value
  const isPaid = actions.some(({ name, args }) => name === 'SETTLE_ALL' && args['currency'] === zeroAddress)
  return isPaid && spentBy(actions) === scene.value
}

/** The native currency that the swaps take. */
function spentBy(actions: Scene['calls']): bigint {
  const swaps = actions.filter(({ name }) => name === 'SWAP_EXACT_IN_SINGLE').map(({ args }) => args as unknown as Swap)
  return swaps
    .filter(({ currency0, zeroForOne }) => zeroForOne && currency0 === zeroAddress)
    .reduce((sum, { amountIn }) => sum + amountIn, 0n)
}

function restWarnings(scene: Scene): Warning[] {
  const { value, calls } = scene
  // Wrapped value has its own rule.
  const isUsed = isSettledWhole(scene) || calls.some(({ name }) => name === 'WRAP_ETH')
  const isSwept = calls.some(({ name, args }) => name === 'SWEEP' && args['currency'] === zeroAddress)
  if (value === 0n || isUsed || isSwept) return []
  return [{ code: 'REST_NOT_RETURNED', message: 'Anyone can take the part of the value that is not used.' }]
}

/** The rules of Universal Router: withdrawals from v3, exact-in swaps in one v4 pool, and a v4 position minted from their proceeds. */
export const routerRules: Record<string, Rule> = {
  ...zapOutRules,
  execute: ({ deadline }, scene) => ({
    warnings: [...deadlineWarnings(scene, deadline as bigint), ...restWarnings(scene)],
  }),
  SWAP_EXACT_IN_SINGLE(args, scene) {
    const { currency0, currency1, zeroForOne, amountIn, amountOutMinimum } = args as unknown as Swap
    const [paid, received] = zeroForOne ? [currency0, currency1] : [currency1, currency0]
    const actions = swapActions(scene)
    const taken = actions.find(({ name, args: { currency } }) => name === 'TAKE' && currency === received)
    const named = taken?.args['recipient'] as Address | undefined
    const atLeast = proceedsOf(actions, args, (taken?.args['amount'] ?? 0n) as bigint)
    const isSettled = actions.some(({ name, args: { currency } }) => name === 'SETTLE' && currency === paid)
    const isPaid = actions.some(({ name, args: { currency } }) => name === 'SETTLE_ALL' && currency === paid)
    const isCredit = !isSettled && !isPaid && isChained(actions, paid, amountIn)
    const isKept = taken && named && isReturned(scene, { token: received, holder: named, args: taken.args })
    const recipient = named && real(scene, named)
    const from = amountOf(scene, paid, amountIn)
    const to = amountOf(scene, received, amountOutMinimum)
    return {
      pay: paid === zeroAddress || isSettled || isCredit ? [] : [{ token: paid, atMost: amountIn }],
      receive: named && !isKept && atLeast !== undefined ? [{ token: received, atLeast, recipient }] : [],
      sentences: [`Swaps ${from} for at least ${to} in a Uniswap v4 pool.`],
      warnings: [...(taken ? [] : [NOT_PAID_OUT]), ...(isPaid || isSettled || isCredit ? [] : [NOT_PAID_FOR])],
    }
  },
  SETTLE_ALL: () => ({}),
  SETTLE({ currency, amount, payerIsUser }) {
    if (payerIsUser !== true) return {}
    if (amount !== 0n) return { pay: [{ token: currency as Address, atMost: amount as bigint }] }
    return { warnings: [{ code: 'UNBOUNDED_PAYMENT', message: `It takes as much of ${currency} as is owed.` }] }
  },
  TAKE(args, scene) {
    const [token, holder] = [args['currency'] as Address, args['recipient'] as Address]
    if (isReturned(scene, { token, holder, args })) return {}
    return { warnings: recipientWarnings(scene, real(scene, holder) ?? holder) }
  },
  PERMIT2_TRANSFER_FROM(args, scene) {
    const { token, recipient, amount } = args
    const [paid, holder] = [token as Address, recipient as Address]
    return {
      pay: [{ token: paid, atMost: amount as bigint }],
      sentences: [`Takes ${amountOf(scene, paid, amount as bigint)} from the signer.`],
      warnings: isReturned(scene, { token: paid, holder, args }) ? [] : recipientWarnings(scene, holder),
    }
  },
  modifyLiquidities: ({ deadline }, scene) => ({ warnings: deadlineWarnings(scene, deadline as bigint) }),
  MINT_POSITION: ({ key, owner, liquidity, tickLower, tickUpper }, scene) => ({
    sentences: [
      `Opens a Uniswap v4 position of liquidity ${liquidity}, ticks ${tickLower} to ${tickUpper}, from both tokens.`,
    ],
    warnings: [
      ...(insideManager(scene, owner as Address).warnings ?? []),
      ...hookWarnings(scene, (key as Key).hooks),
      ...mintWarnings(scene, key as Key),
    ],
  }),
  SWEEP: ({ currency, to }, scene) => ({
    sentences: [`Returns the unused ${tokenOf(scene, currency as Address)}.`],
    ...insideManager(scene, to as Address),
  }),
}
