import { type Address, getAddress, type Hex } from 'viem'
import type { Context } from '#explain/Context.ts'
import { hashOf } from '#explain/rules/Statement.ts'
import { type Promised, type Verdict, verdictOf } from '#explain/rules/verdict.ts'
import { explainCalls } from './explainCalls.ts'
import { type Changes, readChanges } from './readChanges.ts'
import { feeOf, type Mined, readMined } from './readMined.ts'
import { type Content, verifyStatement } from './verifyStatement.ts'

type Request = { readonly chainId: number; readonly hash: Hex; readonly statement?: string | undefined }

export type Receipt = Pick<Mined, 'from' | 'to'> & {
  readonly status: 'pending' | 'reverted' | 'mined'
  readonly blockNumber?: bigint
  readonly networkFee?: bigint
  readonly promise?: Promised & { readonly source: 'statement' | 'calldata'; readonly approved: readonly Address[] }
  readonly changes: Changes['changes']
  readonly outcome?: Verdict
  /** The reason for a missing verdict. */
  readonly note?: string | undefined
}

/** The balance changes of a transaction, compared with the limits in its statement or its calldata. */
export async function receiptOf(context: Context, { chainId, hash, statement }: Request): Promise<Receipt> {
  const content = statement === undefined ? undefined : await verifyStatement(context, statement)
  const chain = context.chains.get(chainId)
  const mined = await readMined(chain, hash)
  const { from, to, receipt } = mined
  const promise = content ? promiseOf(content) : await readPromise(context, chainId, mined)
  const common = { from, to, ...(promise && { promise }) }
  if (!receipt) return { ...common, status: 'pending', changes: [], note: 'It is not mined yet. Try again.' }
  const facts = { blockNumber: receipt.blockNumber, networkFee: feeOf(receipt) }
  if (receipt.status === 0n) return { ...common, ...facts, status: 'reverted', changes: [], note: REVERTED }
  const { changes, doubts, note } = await readChanges(chain, mined, promise ? watched(promise, from) : [])
  const mismatch = content ? otherThan(content, chainId, mined) : []
  const seen = { ...common, ...facts, status: 'mined', changes } as const
  if (!promise) return { ...seen, note: 'Its calldata is unknown. Send the statement that was returned with it.' }
  if (note) return { ...seen, note }
  return { ...seen, outcome: verdictOf(promise, { signer: from, changes, doubts: [...mismatch, ...doubts] }) }
}

/** The balances that the promise is about; an approved token must not move. */
function watched({ pay, receive, approved }: NonNullable<Receipt['promise']>, signer: Address) {
  return [
    ...[...pay.map(({ token }) => token), ...approved].map((token) => ({ account: signer, token })),
    ...receive.map(({ token, recipient }) => ({ account: recipient, token })),
  ]
}

const REVERTED = 'It reverted: only the network fee was paid.'

function promiseOf({ limits, approvals }: Content): NonNullable<Receipt['promise']> {
  return {
    source: 'statement',
    approved: approvals.filter(({ amount }) => amount !== undefined).map(({ tokenAddress }) => tokenAddress),
    pay: limits.pay.map(({ tokenAddress, atMost }) => ({ token: tokenAddress, atMost: BigInt(atMost) })),
    receive: limits.receive.map(({ tokenAddress, atLeast, recipient }) => ({
      token: tokenAddress,
      atLeast: BigInt(atLeast),
      recipient,
    })),
  }
}

/** The limits that the mined calldata itself enforces; none if a part of it is unknown. */
async function readPromise(context: Context, chainId: number, mined: Mined): Promise<Receipt['promise']> {
  const { from, to, data, value } = mined
  if (!to) return undefined
  const { isKnown, effects } = await explainCalls(context, {
    chainId,
    from,
    calls: [{ to, data, value }],
    kind: 'transaction',
  })
  if (!isKnown || effects.warnings.some(({ code }) => code === 'UNKNOWN_POSITION')) return undefined
  const receive = effects.receive.map(({ recipient, ...rest }) => ({ ...rest, recipient: recipient ?? from }))
  const approved = effects.approvals.filter(({ amount }) => amount !== undefined).map(({ token }) => token)
  return { source: 'calldata', approved, pay: effects.pay, receive }
}

/** The points in which the mined transaction differs from the statement. */
function otherThan(content: Content, chainId: number, { from, to, data, value }: Mined): string[] {
  const points: [string, unknown, unknown][] = [
    ['chain', content.chainId, chainId],
    ['signer', same(content.from), from],
    ['target', same(content.to), to],
    ['calldata', content.dataHash, hashOf(data)],
    ['value', content.value, value.toString()],
  ]
  return points
    .filter(([, stated, mined]) => stated !== mined)
    .map(([name]) => `The ${name} of the mined transaction differs from the statement.`)
}

function same(address: Address): Address {
  return getAddress(address)
}
