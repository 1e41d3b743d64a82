import { type Address, decodeAbiParameters, type Hex, parseAbiParameters, toFunctionSelector } from 'viem'

export type Failure = { readonly code: string; readonly message: string }

const TAXED = 'FEE_ON_TRANSFER'
const DEADLINE = 'DEADLINE_PASSED'
const NOT_APPROVED = 'NOT_APPROVED'
const MOVED = 'The price moved beyond the tolerance. Build the transaction again.'
const NOT_TAKEN = 'A token could not be taken from the wallet: balance or allowance too small.'
const TICK_FULL = 'A tick of the range cannot hold that much liquidity. Send less.'
const SLIPPAGE = 'SLIPPAGE_TOO_LOW'
const TRANSFER = 'TRANSFER_FROM_FAILED'
const PERMIT = 'PERMIT_INVALID'
const POOL = 'POOL_INVALID'

/** Custom errors of the v4 contracts and of Permit2. */
const ERRORS = bySelector({
  'MaximumAmountExceeded(uint128,uint128)': failure(
    SLIPPAGE,
    'The price moved: it would take more than the maximum. Build the transaction again.',
  ),
  'MinimumAmountInsufficient(uint128,uint128)': failure(
    SLIPPAGE,
    'The price moved: it would pay less than the minimum. Build the transaction again.',
  ),
  'DeadlinePassed(uint256)': failure(DEADLINE, 'The deadline has passed. Build the transaction again.'),
  'NotApproved(address)': failure(NOT_APPROVED, 'The wallet neither owns the position nor is approved for it.'),
  'DeltaNotNegative(address)': failure(
    'DELTA_NOT_NEGATIVE',
    'The transaction pays a currency that the pool owes to the wallet.',
  ),
  'DeltaNotPositive(address)': failure(
    'DELTA_NOT_POSITIVE',
    'The transaction takes a currency that the wallet owes to the pool.',
  ),
  'PoolNotInitialized()': failure(POOL, 'The pool is not initialised. Send newPool to initialise it.'),
  'CurrencyNotSettled()': failure(
    TAXED,
    'Less of a token reached the pool than was sent: v4 does not support tokens with a transfer fee.',
  ),
  'AllowanceExpired(uint256)': failure(TRANSFER, 'The allowance at Permit2 has expired. Call /lp/check_approval.'),
  'InsufficientAllowance(uint256)': failure(
    TRANSFER,
    'The allowance at Permit2 is too small. Call /lp/check_approval.',
  ),
  'InvalidNonce()': failure(PERMIT, 'The permit has been used or replaced. Call /lp/check_approval.'),
  'SignatureExpired(uint256)': failure(PERMIT, 'The permit is past its deadline. Call /lp/check_approval.'),
  'InvalidSigner()': failure(PERMIT, 'The permit was signed by another account. Call /lp/check_approval.'),
  'TickLiquidityOverflow(int24)': failure(POOL, TICK_FULL),
  'PoolAlreadyInitialized()': failure(POOL, 'The pool exists already. Send existingPool.'),
  'HookAddressNotValid(address)': failure(
    POOL,
    'The address is not a valid hook: its last 14 bits must be its permissions.',
  ),
  'TickSpacingTooSmall(int24)': failure(POOL, 'The tick spacing is below 1.'),
  'TickSpacingTooLarge(int24)': failure(POOL, 'The tick spacing is above 32767.'),
  'LPFeeTooLarge(uint24)': failure(POOL, 'The fee is above 100 %.'),
  'CannotUpdateEmptyPosition()': failure(
    'NOTHING_TO_CLAIM',
    'The position has no liquidity, so there is nothing to update.',
  ),
  'SafeCastOverflow()': failure(
    POOL,
    'The hook of this pool takes more than the liquidity is worth. Remove more of it.',
  ),
  'InsufficientBalance()': failure(TRANSFER, 'A token could not be transferred: balance too small.'),
})

/** Revert reasons of the v2 and v3 contracts. */
const REASONS: Readonly<Record<string, Failure>> = {
  'Price slippage check': failure(SLIPPAGE, MOVED),
  'Too little received': failure(SLIPPAGE, MOVED),
  'Insufficient WETH9': failure(SLIPPAGE, 'Less wrapped ETH came out than the minimum. Build the transaction again.'),
  'Insufficient token': failure(SLIPPAGE, 'Less of the token came out than the minimum. Build the transaction again.'),
  'Transaction too old': failure(DEADLINE, 'The deadline has passed. Build the transaction again.'),
  'UniswapV2Router: EXPIRED': failure(DEADLINE, 'The deadline has passed. Build the transaction again.'),
  'UniswapV2Router: INSUFFICIENT_A_AMOUNT': failure(SLIPPAGE, MOVED),
  'UniswapV2Router: INSUFFICIENT_B_AMOUNT': failure(SLIPPAGE, MOVED),
  STF: failure(TRANSFER, NOT_TAKEN),
  'TransferHelper: TRANSFER_FROM_FAILED': failure(TRANSFER, NOT_TAKEN),
  'TransferHelper::transferFrom: transferFrom failed': failure(TRANSFER, NOT_TAKEN),
  TRANSFER_FROM_FAILED: failure(TRANSFER, NOT_TAKEN),
  'ds-math-sub-underflow': failure(
    TRANSFER,
    'The pair token is not approved for the router, or its balance is too small.',
  ),
  M0: failure(TAXED, 'Less of token0 arrived than was sent: v3 does not support tokens with a transfer fee.'),
  M1: failure(TAXED, 'Less of token1 arrived than was sent: v3 does not support tokens with a transfer fee.'),
  'Not approved': failure(NOT_APPROVED, 'The wallet neither owns the position nor is approved for it.'),
  'Not cleared': failure('NOT_CLEARED', 'The position still holds liquidity or fees, so it cannot be burned.'),
  LO: failure(POOL, TICK_FULL),
  TF: failure(TRANSFER, 'A token could not be transferred out of the pool.'),
  'UniswapV2: OVERFLOW': failure(POOL, 'The pair cannot hold that much. Send less.'),
  'UniswapV2: INSUFFICIENT_LIQUIDITY_MINTED': failure(
    POOL,
    'The amounts are too small to mint V2 liquidity. Send more.',
  ),
}

const WRAPPED = selectorOf('WrappedError(address,bytes4,bytes,bytes)')
const HOOK_CALL_FAILED = selectorOf('HookCallFailed()')
const REASON = selectorOf('Error(string)')
const NATIVE_TRANSFER = '0x00000000'
const QUOTED_LENGTH_MAX = 64
/** Wrapped reverts within one another that are explained. */
const DEPTH_MAX = 3
const SUBSCRIBER_CALLS: readonly string[] = [
  selectorOf('notifyModifyLiquidity(uint256,int256,int256)'),
  selectorOf('notifyBurn(uint256,address,uint256,uint256,int256)'),
]

/** Explains revert data, as a code for machines and a sentence for people. */
export function explainRevert(data: Hex): Failure {
  const selector = data.slice(0, 10)
  if (selector === WRAPPED) return explainWrapped(data)
  const known = ERRORS[selector]
  if (known) return known
  const reason = reasonOf(data)
  if (reason === undefined) return unknown(data)
  return (
    REASONS[reason] ?? {
      code: 'SIMULATION_ERROR',
      message: `A contract reverted with the message ${quoted(reason)}.`,
    }
  )
}

// v4 wraps the revert of a hook or a token: the contract, the function and the reason.
function explainWrapped(data: Hex, depth = 1): Failure {
  const wrapped = unwrap(data)
  if (!wrapped) return unknown(data)
  const [target, called, reason, details] = wrapped
  const words = wordsOf(reason, depth)
  if (details.startsWith(HOOK_CALL_FAILED)) return rejectedBy(target, called, words)
  if (SUBSCRIBER_CALLS.includes(called)) {
    const message = `The subscriber ${target} of the position refused the change: ${words}. Call unsubscribe of the position manager first.`
    return { code: 'SUBSCRIBER_REFUSES', message }
  }
  const what =
    called === NATIVE_TRANSFER
      ? `Native currency could not be sent to ${target}`
      : `The token ${target} could not be transferred`
  return { code: TRANSFER, message: `${what}: ${words}.` }
}

// A foreign contract can revert with any data.
function unwrap(data: Hex) {
  try {
    const types = parseAbiParameters('address target, bytes4 selector, bytes reason, bytes details')
    return decodeAbiParameters(types, `0x${data.slice(10)}`)
  } catch {
    return undefined
  }
}

function rejectedBy(hook: Address, called: Hex, words: string): Failure {
  const message = `The hook ${hook} of this pool rejected the liquidity in ${called}: ${words}.`
  return { code: 'POOL_REJECTS_LIQUIDITY', message }
}

function wordsOf(reason: Hex, depth: number): string {
  if (reason === '0x') return 'no reason given'
  if (reason.startsWith(WRAPPED) && depth < DEPTH_MAX) {
    return lowerFirst(explainWrapped(reason, depth + 1).message.replace(/\.$/, ''))
  }
  const words = reasonOf(reason)
  return words === undefined ? `error ${reason.slice(0, 10)}` : `its message is ${quoted(words)}`
}

// Text of a foreign contract is quoted, so that it cannot pass as ours.
function quoted(words: string): string {
  return `"${words.replaceAll('"', "'").slice(0, QUOTED_LENGTH_MAX)}"`
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function unknown(data: Hex): Failure {
  const what = data === '0x' ? 'without a reason' : `with error ${data.slice(0, 10)}`
  return { code: 'SIMULATION_ERROR', message: `The transaction would revert ${what}.` }
}

// Text from a contract is untrusted: printable ASCII only, and cut short.
function reasonOf(data: Hex): string | undefined {
  if (!data.startsWith(REASON)) return undefined
  try {
    const [text] = decodeAbiParameters(parseAbiParameters('string reason'), `0x${data.slice(10)}`)
    return text.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 200)
  } catch {
    return undefined
  }
}

function failure(code: string, message: string): Failure {
  return { code, message }
}

function selectorOf(signature: string): Hex {
  return toFunctionSelector(`function ${signature}`)
}

function bySelector(failures: Readonly<Record<string, Failure>>): Readonly<Record<string, Failure>> {
  return Object.fromEntries(
    Object.entries(failures).map(([signature, explained]) => [selectorOf(signature), explained]),
  )
}
