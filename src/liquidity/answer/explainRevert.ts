import { type Address, decodeAbiParameters, type Hex, parseAbiParameters } from 'viem'

export type Failure = { readonly code: string; readonly message: string }

const SLIPPAGE = 'SLIPPAGE_TOO_LOW'
const TRANSFER = 'TRANSFER_FROM_FAILED'
const PERMIT = 'PERMIT_INVALID'
const POOL = 'POOL_INVALID'

/** Custom errors by selector: of the v4 contracts and of Permit2. */
const ERRORS: Readonly<Record<string, Failure>> = {
  '0x31e30ad0': { code: SLIPPAGE, message: 'The price moved: it would take more than the maximum. Ask again.' },
  '0x12816f22': { code: SLIPPAGE, message: 'The price moved: it would pay less than the minimum. Ask again.' },
  '0xbfb22adf': { code: 'DEADLINE_PASSED', message: 'The deadline has passed. Ask again.' },
  '0x0ca968d8': { code: 'NOT_APPROVED', message: 'The wallet neither owns the position nor is approved for it.' },
  '0x3351b260': { code: 'DELTA_NOT_NEGATIVE', message: 'A currency that should be paid is owed to the wallet.' },
  '0x4c085bf1': { code: 'DELTA_NOT_POSITIVE', message: 'A currency that should be taken is owed to the pool.' },
  '0x486aa307': { code: POOL, message: 'The pool is not initialised. Send newPool to initialise it.' },
  '0x5212cba1': {
    code: 'FEE_ON_TRANSFER',
    message: 'Less of a token reached the pool than was sent: v4 takes no token with a transfer fee.',
  },
  '0xd81b2f2e': { code: TRANSFER, message: 'The allowance at Permit2 has expired. Call /lp/check_approval.' },
  '0xf96fb071': { code: TRANSFER, message: 'The allowance at Permit2 is too small. Call /lp/check_approval.' },
  '0x756688fe': { code: PERMIT, message: 'The permit has been used or replaced. Call /lp/check_approval.' },
  '0xcd21db4f': { code: PERMIT, message: 'The permit is past its deadline. Call /lp/check_approval.' },
  '0x815e1d64': { code: PERMIT, message: 'The permit was signed by somebody else. Call /lp/check_approval.' },
  '0xb8e3c385': { code: POOL, message: 'A tick of the range cannot hold that much liquidity. Send less.' },
  '0x7983c051': { code: POOL, message: 'The pool exists already. Send existingPool.' },
  '0xe65af6a0': { code: POOL, message: 'The address is no valid hook: its last 14 bits must be its permissions.' },
  '0xe9e90588': { code: POOL, message: 'The tick spacing is below 1.' },
  '0xb70024f8': { code: POOL, message: 'The tick spacing is above 32767.' },
  '0x14002113': { code: POOL, message: 'The fee is above 100 %.' },
  '0xaefeb924': { code: 'NOTHING_TO_CLAIM', message: 'The position has no liquidity, so there is nothing to update.' },
  '0x93dafdf1': {
    code: POOL,
    message: 'The hook of this pool takes more than the liquidity is worth. Remove more of it.',
  },
  '0xf4d678b8': { code: TRANSFER, message: 'A token could not be transferred: balance too small.' },
}

/** Words that the v2 and v3 contracts revert with. */
const REASONS: Readonly<Record<string, Failure>> = {
  'Price slippage check': { code: SLIPPAGE, message: 'The price moved beyond the tolerance. Ask again.' },
  'Too little received': { code: SLIPPAGE, message: 'The price moved beyond the tolerance. Ask again.' },
  'Insufficient WETH9': { code: SLIPPAGE, message: 'Less wrapped ETH came out than the minimum. Ask again.' },
  'Insufficient token': { code: SLIPPAGE, message: 'Less of the token came out than the minimum. Ask again.' },
  'Transaction too old': { code: 'DEADLINE_PASSED', message: 'The deadline has passed. Ask again.' },
  'UniswapV2Router: EXPIRED': { code: 'DEADLINE_PASSED', message: 'The deadline has passed. Ask again.' },
  'UniswapV2Router: INSUFFICIENT_A_AMOUNT': {
    code: SLIPPAGE,
    message: 'The price moved beyond the tolerance. Ask again.',
  },
  'UniswapV2Router: INSUFFICIENT_B_AMOUNT': {
    code: SLIPPAGE,
    message: 'The price moved beyond the tolerance. Ask again.',
  },
  STF: { code: TRANSFER, message: 'A token could not be taken from the wallet: balance or allowance too small.' },
  'TransferHelper: TRANSFER_FROM_FAILED': {
    code: TRANSFER,
    message: 'A token could not be taken from the wallet: balance or allowance too small.',
  },
  'TransferHelper::transferFrom: transferFrom failed': {
    code: TRANSFER,
    message: 'A token could not be taken from the wallet: balance or allowance too small.',
  },
  TRANSFER_FROM_FAILED: {
    code: TRANSFER,
    message: 'A token could not be taken from the wallet: balance or allowance too small.',
  },
  'ds-math-sub-underflow': {
    code: TRANSFER,
    message: 'The pair token is not approved for the router, or too little is held.',
  },
  M0: {
    code: 'FEE_ON_TRANSFER',
    message: 'Less of token0 arrived than was sent: v3 takes no token with a transfer fee.',
  },
  M1: {
    code: 'FEE_ON_TRANSFER',
    message: 'Less of token1 arrived than was sent: v3 takes no token with a transfer fee.',
  },
  'Not approved': { code: 'NOT_APPROVED', message: 'The wallet neither owns the position nor is approved for it.' },
  'Not cleared': {
    code: 'NOT_CLEARED',
    message: 'The position still holds liquidity or fees, so it cannot be burned.',
  },
  LO: { code: POOL, message: 'A tick of the range cannot hold that much liquidity. Send less.' },
}

const WRAPPED = '0x90bfb865'
const HOOK_CALL_FAILED = '0xa9e35b2f'
const NATIVE_TRANSFER = '0x00000000'

/** What revert data says, as a code for machines and a sentence for people. */
export function explainRevert(data: Hex): Failure {
  const selector = data.slice(0, 10)
  if (selector === WRAPPED) return explainWrapped(data)
  const known = ERRORS[selector]
  if (known) return known
  const reason = reasonOf(data)
  if (reason === undefined) return unknown(data)
  return REASONS[reason] ?? { code: 'SIMULATION_ERROR', message: `The contract refused: ${reason}.` }
}

// v4 wraps what a hook or a token reverted with: whose fault it was, in which function, and why.
function explainWrapped(data: Hex): Failure {
  const [target, called, reason, details] = decodeAbiParameters(
    parseAbiParameters('address target, bytes4 selector, bytes reason, bytes details'),
    `0x${data.slice(10)}`,
  )
  if (details.startsWith(HOOK_CALL_FAILED)) return rejectedBy(target, called, reason)
  const what =
    called === NATIVE_TRANSFER
      ? `Native currency could not be sent to ${target}`
      : `The token ${target} could not be transferred`
  return { code: TRANSFER, message: `${what}: ${wordsOf(reason)}.` }
}

function rejectedBy(hook: Address, called: Hex, reason: Hex): Failure {
  const message = `The hook ${hook} of this pool rejected the liquidity in ${called}: ${wordsOf(reason)}.`
  return { code: 'POOL_REJECTS_LIQUIDITY', message }
}

function wordsOf(reason: Hex): string {
  if (reason === '0x') return 'no reason given'
  if (reason.startsWith(WRAPPED)) return lowerFirst(explainWrapped(reason).message.replace(/\.$/, ''))
  return reasonOf(reason) ?? `error ${reason.slice(0, 10)}`
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function unknown(data: Hex): Failure {
  const what = data === '0x' ? 'without a reason' : `with error ${data.slice(0, 10)}`
  return { code: 'SIMULATION_ERROR', message: `The transaction would revert ${what}.` }
}

// Text from a contract is data: printable ASCII only, and not much of it.
function reasonOf(data: Hex): string | undefined {
  if (!data.startsWith('0x08c379a0')) return undefined
  try {
    const [text] = decodeAbiParameters(parseAbiParameters('string reason'), `0x${data.slice(10)}`)
    return text.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 200)
  } catch {
    return undefined
  }
}
