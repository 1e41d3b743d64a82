import { type Address, isAddressEqual, zeroAddress } from 'viem'
import { type permitted, permitting, positionRules } from './approvals.ts'
import type { Arguments, DecodedCall } from './DecodedCall.ts'
import type { Effects, Payment, Rule, Scene, Warning } from './Effects.ts'
import { accountOf, amountOf, deadlineWarnings, recipientWarnings, tokenOf } from './words.ts'

type Pair = readonly [Address, Address]
type Key = { currency0: Address; currency1: Address; fee: number; tickSpacing: number; hooks: Address }

/** In v4's calldata, this address means the calling account. */
const CALLER = '0x0000000000000000000000000000000000000001'

function realAccount({ signer }: Scene, account: Address): Address | undefined {
  return account === CALLER ? signer : account
}

/** The currencies that the transaction settles or takes, which are the currencies of its position. */
function currenciesOf(calls: readonly DecodedCall[], names: readonly string[]): Pair | undefined {
  const found = calls.filter(({ name = '' }) => names.includes(name)).flatMap(({ args }) => currencies(args))
  return found.length >= 2 ? [found[0] as Address, found[1] as Address] : undefined
}

function currencies({ currency, currency0, currency1 }: Arguments): Address[] {
  return (currency === undefined ? [currency0, currency1] : [currency]) as Address[]
}

const SETTLES = ['SETTLE_PAIR', 'CLOSE_CURRENCY']

// Native currency is paid by the value of the transaction. A deposit that nothing settles can cost the signer nothing: the
// pool manager reverts on any debt.
function payments({ calls }: Scene, pair: Pair, args: Arguments): Payment[] {
  if (!calls.some(({ name = '' }) => SETTLES.includes(name))) return []
  const maxima = [args['amount0Max'], args['amount1Max']] as bigint[]
  return pair
    .map((token, index) => ({ token, atMost: maxima[index] ?? 0n }))
    .filter(({ token }) => token !== zeroAddress)
}

export function hookWarnings({ book }: Scene, hooks: Address): Warning[] {
  if (hooks === zeroAddress || book.has(hooks)) return []
  return [{ code: 'UNKNOWN_HOOK', message: `The pool runs the code of ${hooks}, which is unknown.` }]
}

function sweepWarnings({ value, calls }: Scene): Warning[] {
  const isSwept = calls.some(({ name, args }) => name === 'SWEEP' && args['currency'] === zeroAddress)
  if (value === 0n || isSwept) return []
  return [
    { code: 'REST_NOT_RETURNED', message: 'Anyone can take the part of the value that the position does not use.' },
  ]
}

function poolOf(scene: Scene, { currency0, currency1, fee, hooks }: Key): string {
  const hook = hooks === zeroAddress ? '' : `, hook ${accountOf(scene, hooks)}`
  const pair = `${tokenOf(scene, currency0)} and ${tokenOf(scene, currency1)}`
  return `the Uniswap v4 pool of ${pair} (fee ${fee === 0x800000 ? 'set by its hook' : `${fee / 10_000}%`}${hook})`
}

function inWords(scene: Scene, pair: Pair, [first, second]: readonly unknown[]): string {
  return `${amountOf(scene, pair[0], first as bigint)} and ${amountOf(scene, pair[1], second as bigint)}`
}

/** The maximum of a token that deposits of the same transaction take from the amounts it removes. */
function reinvested({ calls }: Scene, pair: Pair, token: Address): bigint {
  return calls
    .filter(({ name }) => name === 'MINT_POSITION' || name === 'INCREASE_LIQUIDITY')
    .map(({ args }) => {
      const first = (args['key'] as Key | undefined)?.currency0 ?? pair[0]
      return args[first === token ? 'amount0Max' : 'amount1Max'] as bigint
    })
    .reduce((sum, amount) => sum + amount, 0n)
}

function removing(args: Arguments, scene: Scene): Partial<Effects> {
  const taken = scene.calls.find(({ name }) => name === 'TAKE_PAIR')
  const pair = taken && (currencies(taken.args) as unknown as Pair)
  const what = args['liquidity'] === undefined ? 'Burns' : `Removes liquidity ${args['liquidity']} from`
  const sentence = `${what} Uniswap v4 position ${args['tokenId']}`
  if (!pair) return { sentences: [`${sentence}.`] }
  const minima = [args['amount0Min'], args['amount1Min']] as [bigint, bigint]
  const recipient = realAccount(scene, taken.args['recipient'] as Address)
  const left = (token: Address, index: number) => (minima[index] ?? 0n) - reinvested(scene, pair, token)
  return {
    receive: pair
      .map((token, index) => ({ token, atLeast: left(token, index), recipient }))
      .filter(({ atLeast }) => atLeast >= 0n),
    sentences: [`${sentence}, for at least ${inWords(scene, pair, minima)} and all its fees.`],
    warnings: recipient ? recipientWarnings(scene, recipient) : [],
  }
}

function takenBy(scene: Scene, account: Address): Partial<Effects> {
  const recipient = realAccount(scene, account)
  return { warnings: recipient ? recipientWarnings(scene, recipient) : [] }
}

/** In v4's calldata this address means the position manager itself. */
const MANAGER = '0x0000000000000000000000000000000000000002'

// Funds may be left in the manager if the same transaction converts all of them, pays the mint with them, and sweeps
// the rest as native currency to the signer.
function isRewrapped(scene: Scene, currency: Address, recipient: Address): boolean {
  const { calls, signer } = scene
  const isNative = currency === zeroAddress
  if (recipient !== MANAGER || !mayRest(scene, currency)) return false
  const [, change, mint, settle, ...ending] = calls.slice(calls.findIndex(isTaken))
  const order = [change, mint, settle].map((call) => call?.name).join()
  if (order !== `${isNative ? 'WRAP' : 'UNWRAP'},MINT_POSITION,SETTLE` || settle?.args['amount'] !== 0n) return false
  if (isNative && ending.shift()?.name !== 'UNWRAP') return false
  const [sweep] = ending
  const isAll = [change, ...calls.filter(({ name }) => name === 'UNWRAP')].every(
    (call) => call?.args['amount'] === WHOLE,
  )
  const to = sweep?.name === 'SWEEP' && (sweep.args['to'] as Address)
  return isAll && (to === CALLER || (to !== false && to === signer)) && sweep?.args['currency'] === zeroAddress
}

const isTaken = ({ name, args }: DecodedCall) => name === 'TAKE' && args['recipient'] === MANAGER

/** Whether the currency can be converted in the manager. Another token would stay there, and anyone could take it. */
function mayRest({ calls, facts: { wrappedNative } }: Scene, currency: Address): boolean {
  const isWrapped = wrappedNative !== undefined && isAddressEqual(currency, wrappedNative)
  return (currency === zeroAddress || isWrapped) && calls.filter(isTaken).length === 1
}

/** As an amount: everything that the manager holds. */
const WHOLE = 1n << 255n

/** The rules of Uniswap v4's position manager. */
export const v4Rules: Record<string, Rule> = {
  ...positionRules,
  initializePool: ({ key, sqrtPriceX96 }, scene) => ({
    sentences: [`Opens ${poolOf(scene, key as Key)} at the square-root price ${sqrtPriceX96}.`],
    warnings: hookWarnings(scene, (key as Key).hooks),
  }),
  permitBatch: ({ batch }, scene) =>
    permitting(batch as { details: Parameters<typeof permitted>[0]; spender: Address; sigDeadline: bigint }, scene),
  modifyLiquidities: ({ deadline }, scene) => ({
    warnings: [...deadlineWarnings(scene, deadline as bigint), ...sweepWarnings(scene)],
  }),
  MINT_POSITION(args, scene) {
    const key = args['key'] as Key
    const pair = [key.currency0, key.currency1] as const
    const owner = realAccount(scene, args['owner'] as Address)
    const most = inWords(scene, pair, [args['amount0Max'], args['amount1Max']])
    return {
      pay: payments(scene, pair, args),
      sentences: [
        `Opens a position of liquidity ${args['liquidity']} in ${poolOf(scene, key)}, ticks ${args['tickLower']} to ${args['tickUpper']}, with up to ${most}.`,
      ],
      warnings: [...hookWarnings(scene, key.hooks), ...(owner ? recipientWarnings(scene, owner) : [])],
    }
  },
  INCREASE_LIQUIDITY(args, scene) {
    const pair = currenciesOf(scene.calls, SETTLES) ?? currenciesOf(scene.calls, ['TAKE_PAIR'])
    const most = pair ? inWords(scene, pair, [args['amount0Max'], args['amount1Max']]) : 'an unknown pair'
    return {
      pay: pair ? payments(scene, pair, args) : [],
      sentences: [`Adds liquidity ${args['liquidity']} to Uniswap v4 position ${args['tokenId']}, with up to ${most}.`],
    }
  },
  DECREASE_LIQUIDITY: removing,
  BURN_POSITION: removing,
  SETTLE_PAIR: () => ({}),
  TAKE_PAIR: ({ recipient }, scene) => takenBy(scene, recipient as Address),
  TAKE({ currency, recipient }, scene) {
    if (isRewrapped(scene, currency as Address, recipient as Address)) return {}
    return {
      sentences: [`Pays out the ${tokenOf(scene, currency as Address)} that is owed.`],
      ...takenBy(scene, recipient as Address),
    }
  },
  SETTLE({ currency, payerIsUser }) {
    if (payerIsUser !== true) return {}
    return { warnings: [{ code: 'UNBOUNDED_PAYMENT', message: `It takes as much of ${currency} as is owed.` }] }
  },
  WRAP: () => ({ sentences: ['Wraps the native currency on the way.'] }),
  UNWRAP: () => ({ sentences: ['Unwraps the native currency on the way.'] }),
  CLOSE_CURRENCY: () => ({}),
  SWEEP({ currency, to }, scene) {
    const recipient = realAccount(scene, to as Address)
    return {
      sentences: [`Returns the unused ${tokenOf(scene, currency as Address)}.`],
      warnings: recipient ? recipientWarnings(scene, recipient) : [],
    }
  },
}
