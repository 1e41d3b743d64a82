import { hashTypedData } from 'viem'
import { ExecuteError } from './ExecuteError.ts'
import type { Statement } from './readStatement.ts'
import type { Limits, Step, Transaction } from './Step.ts'

/** The bounds that the caller accepts. Tokens that are not named are not bounded. */
export type Accepted = {
  /** The most of each token that may leave the account over all steps of the answer. */
  pay?: readonly { tokenAddress: string; atMost: bigint | string }[] | undefined
  /** The accounts that may receive, besides the signer. */
  recipients?: readonly string[] | undefined
}

type Signing = { account: string; chainId: number; accepted: Accepted }

/** Throws unless a step is exactly its statement, and for this account and chain. */
export async function checkStep(step: Step, statement: Statement, signing: Signing): Promise<void> {
  if (!same(statement.from, signing.account))
    throw new ExecuteError('OTHER_ACCOUNT', `The answer is for ${statement.from}. Sign with that account.`)
  if (statement.chainId !== signing.chainId)
    throw new ExecuteError('OTHER_CHAIN', `The answer is for chain ${statement.chainId}. Switch the wallet to it.`)
  if (step.kind === 'transaction') await checkTransaction(step.transaction, statement)
  else checkMessage(step, statement)
  if (step.kind === 'transaction' && step.limits) checkLimits(step.limits, statement)
  checkRecipients(statement, signing)
}

async function checkTransaction(transaction: Transaction, statement: Statement): Promise<void> {
  const { to, from, data, value, chainId } = transaction
  const isStated =
    same(to, statement.to) &&
    same(from, statement.from) &&
    chainId === statement.chainId &&
    isNumber(value) &&
    BigInt(value).toString() === statement.value &&
    isHex(data) &&
    (await sha256(data)) === statement.dataHash
  if (!isStated)
    throw new ExecuteError(
      'TRANSACTION_DIFFERS',
      'The transaction is not the one that the service stated. Do not send it; ask the service for a new answer.',
    )
}

function checkMessage({ typedData }: Extract<Step, { kind: 'message' }>, { typedDataHash }: Statement): void {
  if (typedDataHash !== undefined && hashOf(typedData) === typedDataHash) return
  throw new ExecuteError(
    'MESSAGE_DIFFERS',
    'The message is not the one that the service stated. Do not sign it; ask the service for a new answer.',
  )
}

function hashOf(typedData: object): string | undefined {
  try {
    return hashTypedData(typedData as Parameters<typeof hashTypedData>[0])
  } catch {
    return undefined
  }
}

/** The limits that a person saw must be those of the statement. */
function checkLimits({ pay, receive }: Limits, { limits }: Statement): void {
  const held = receive.filter(({ enforced, heldBy }) => enforced || heldBy)
  const shown = [pay.map((one) => lineOf(one, one.atMost)), held.map((one) => lineOf(one, one.atLeast))]
  const stated = [
    limits.pay.map((one) => lineOf(one, one.atMost)),
    limits.receive.map((one) => lineOf(one, one.atLeast)),
  ]
  if (JSON.stringify(shown) === JSON.stringify(stated)) return
  throw new ExecuteError('LIMITS_DIFFER', 'The limits of the answer are not those of the transaction. Do not send it.')
}

function lineOf({ tokenAddress }: { tokenAddress: string }, amount: string): string {
  return `${tokenAddress.toLowerCase()} ${amount}`
}

function checkRecipients({ limits, from }: Statement, { accepted }: Signing): void {
  const allowed = [from, ...(accepted.recipients ?? [])]
  const other = limits.receive.find(({ recipient }) => !allowed.some((one) => same(one, recipient)))
  if (!other) return
  throw new ExecuteError(
    'OTHER_RECIPIENT',
    `${other.recipient} would receive the proceeds. If that is intended, pass it in recipients.`,
  )
}

/** Throws if the statements together let more leave the account than the caller accepts. */
export function checkTotals(statements: readonly Statement[], { pay = [] }: Accepted): void {
  for (const { tokenAddress, atMost } of pay) {
    const payments = statements
      .flatMap(({ limits }) => limits.pay)
      .filter((one) => same(one.tokenAddress, tokenAddress))
    const total = payments.reduce((sum, one) => sum + BigInt(one.atMost), 0n)
    if (total <= BigInt(atMost)) continue
    throw new ExecuteError('OVER_LIMIT', `Up to ${total} of ${tokenAddress} could leave the account, above ${atMost}.`)
  }
}

function same(one: unknown, other: unknown): boolean {
  return typeof one === 'string' && typeof other === 'string' && one.toLowerCase() === other.toLowerCase()
}

function isNumber(text: unknown): text is string {
  return typeof text === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(text)
}

function isHex(text: unknown): text is string {
  return typeof text === 'string' && /^0x([0-9a-fA-F]{2})*$/.test(text)
}

async function sha256(hex: string): Promise<string> {
  const bytes = Uint8Array.from(hex.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `0x${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
