import { createHash } from 'node:crypto'
import { type Address, type Hex, hashTypedData } from 'viem'
import type { BuiltCalls, BuiltMessage, BuiltTransaction, Grant, Stated } from '#core/Statement.ts'

/** Distinguishes statements from other documents that are signed with the same key. */
export const TYPE = 'transaction-statement+jwt'
/** The lifetime of a built transaction's default deadline. */
export const LIFETIME_SECONDS = 1_800

/** The signed content of a statement about a transaction; amounts are strings of digits. */
export type TransactionPayload = {
  readonly chainId: number
  readonly from: Address
  readonly to: Address
  /** SHA-256 of the calldata's bytes, in hexadecimal. */
  readonly dataHash: Hex
  readonly value: string
  readonly limits: StatedLimits
  readonly approvals: readonly StatedGrant[]
  readonly blockNumber?: string
}

type StatedLimits = {
  readonly pay: readonly { readonly tokenAddress: Address; readonly atMost: string }[]
  readonly receive: readonly {
    readonly tokenAddress: Address
    readonly atLeast: string
    readonly recipient: Address
  }[]
}

type StatedGrant = {
  readonly tokenAddress: Address
  readonly spender: Address
  readonly amount?: string
  readonly positionId?: string
  readonly until?: string
}

export function transactionPayload({ chainId, from, to, data, value, stated, blockNumber }: BuiltTransaction) {
  return {
    chainId,
    from,
    to,
    dataHash: hashOf(data),
    value: value.toString(),
    ...claims(stated, from),
    ...(blockNumber !== undefined && { blockNumber: blockNumber.toString() }),
  } satisfies TransactionPayload
}

/** The content of a statement about the calls of a batch: their order, and limits that hold if all of them happen. */
export function callsPayload({ chainId, from, calls, limits, blockNumber }: BuiltCalls) {
  const approvals = calls.flatMap(({ stated }) => stated.approvals ?? [])
  return {
    chainId,
    from,
    calls: calls.map(({ to, data, value }) => ({ to, dataHash: hashOf(data), value: value.toString() })),
    ...claims({ limits, approvals }, from),
    ...(blockNumber !== undefined && { blockNumber: blockNumber.toString() }),
  }
}

/** The content of a statement about typed data: its hash is the one that the wallet signs (EIP-712). */
export function messagePayload({ chainId, from, typedData, stated }: BuiltMessage) {
  const { domain, types, primaryType, message } = typedData
  const typedDataHash = hashTypedData({ domain, types, primaryType, message } as Parameters<typeof hashTypedData>[0])
  return { chainId, from, typedDataHash, ...claims(stated, from) }
}

/** SHA-256, which every platform has and which costs a fiftieth of Keccak in JavaScript. */
export function hashOf(data: Hex): Hex {
  return `0x${createHash('sha256').update(data.slice(2), 'hex').digest('hex')}`
}

function claims({ limits, recipient, approvals = [] }: Stated, from: Address) {
  return {
    limits: {
      pay: (limits?.pay ?? []).map(({ token, atMost }) => ({ tokenAddress: token, atMost: atMost.toString() })),
      receive: (limits?.receive ?? []).map(({ token, atLeast }) => ({
        tokenAddress: token,
        atLeast: atLeast.toString(),
        recipient: recipient ?? from,
      })),
    },
    approvals: approvals.map(toGrant),
  }
}

function toGrant({ token, spender, amount, tokenId, until }: Grant): StatedGrant {
  return {
    tokenAddress: token,
    spender,
    ...(amount !== undefined && { amount: amount.toString() }),
    ...(tokenId !== undefined && { positionId: tokenId.toString() }),
    ...(until !== undefined && { until: until.toString() }),
  }
}
