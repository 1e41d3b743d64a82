import { decodeErrorResult, formatEther, type Hex, zeroAddress } from 'viem'
import { ApiError } from '#core/ApiError.ts'
import { feeSplitAbi, feeSplitFactoryAbi, launchpadAbi, launchTokenAbi } from '#launchpad/contract/abi.ts'

type Args = readonly unknown[]

/** Messages by the name of the contract's error. */
const SENTENCES: Record<string, (args: Args) => string> = {
  UnknownToken: ([token]) => `${token} is not a token of this launchpad.`,
  AlreadyGraduated: ([token, poolId]) => `${token} has graduated: trade it in its Uniswap v4 pool ${poolId}.`,
  ZeroAmount: () => 'The amount is zero or too small to return anything. Send more.',
  SlippageExceeded: ([out, minimum]) =>
    `The price moved: ${out} would come out, less than the minimum of ${minimum}. Request a new quote, or raise slippageBps.`,
  Expired: ([deadline]) => `The deadline ${deadline} has passed. Send a later one.`,
  AmountExceedsSold: ([amount, sold]) => `${amount} is more than the ${sold} that the curve has sold. Send less.`,
  NameLength: ([length, max]) => `The name has ${length} characters. Send 1 to ${max}.`,
  SymbolLength: ([length, max]) => `The symbol has ${length} characters. Send 1 to ${max}.`,
  MetadataLength: ([length, max]) => `The metadata URI has ${length} bytes. Send at most ${max}.`,
  InvalidText: ([index]) =>
    `A text has a control character, a direction character, or a leading or trailing space at byte ${index}. Remove it.`,
  DeploymentFailed: () =>
    'You have already used this salt for a token with this name, symbol and terms. Send another salt.',
  InvalidRecipient: ([recipient]) => `${recipient} cannot be the recipient. Send another.`,
  OpeningLength: ([given, min, max]) => `An opening of ${given} seconds is not possible. Send ${min} to ${max}.`,
  LockWithoutBuy: () => 'Only an initial buy can be locked. Send a value with it.',
  NotLocked: ([token]) => `The first buy of ${token} is not locked.`,
  NotPendingCreator: ([, pending]) =>
    pending === zeroAddress
      ? 'The right has not been offered. Its holder must offer it first, with transferCreator.'
      : `The right was offered to ${pending}. Only that account may accept it.`,
  NotGraduated: ([token]) => `${token} has not graduated: it has no pool yet.`,
  NothingToPay: () => 'Nothing is owed, so there is nothing to pay.',
  NotAccount: ([, account]) => `Only ${account} may redirect its ETH. Leave out recipient.`,
  NotCreator: ([, creator]) => `Only the current creator ${creator} may do this.`,
  EthTransferFailed: ([recipient]) => `${recipient} refuses ETH. Send another recipient.`,
  ERC20InsufficientBalance: ([sender, balance, needed]) =>
    `${sender} has ${formatEther(BigInt(String(balance)))} tokens, not the ${formatEther(BigInt(String(needed)))} needed. Send less.`,
}

/** The error for return data of a failed simulation. */
export function explainRevert(data: Hex): ApiError {
  const { name, sentence } = read(data)
  return new ApiError('failed_precondition', sentence, { details: [{ type: 'revert', value: name }] })
}

function read(data: Hex): { name: string; sentence: string } {
  if (data === '0x')
    return {
      name: 'none',
      sentence:
        'The transaction would fail: the account has too little ETH for its value and gas, or the call is refused.',
    }
  try {
    const { errorName, args = [] } = decodeErrorResult({
      abi: [...launchpadAbi, ...launchTokenAbi, ...feeSplitAbi, ...feeSplitFactoryAbi],
      data,
    })
    const sentence = SENTENCES[errorName]?.(args) ?? `The contract would refuse it: ${errorName}.`
    return { name: errorName, sentence }
  } catch {
    return {
      name: data.slice(0, 10),
      sentence: 'The transaction would fail with an unknown error.',
    }
  }
}
