import type { Address } from 'viem'
import type { z } from 'zod'
import type { Explanation } from '#explain/actions/Explanation.ts'
import type { AddressBook, Contract } from '#explain/rules/Contract.ts'
import type { Approval } from '#explain/rules/Effects.ts'
import { dateOf } from '#explain/rules/words.ts'
import type { Response } from './schemas.ts'

/** The last second that ISO 8601 writes with four digits of a year. */
const LAST_DATE = 253_402_300_799n

type Wire = Omit<z.output<typeof Response>, 'requestId'>

/** The wire format of an explanation. */
export function toWire({ kind, isKnown, effects, steps, book, simulation }: Explanation): Wire {
  return {
    known: isKnown,
    kind,
    summary: effects.sentences.join(' '),
    steps: steps.map(({ to, contract, name, args }) => ({
      contract: toKnown(to, contract),
      function: name ?? null,
      arguments: toPlain(args) as Record<string, unknown>,
    })),
    limits: {
      pay: effects.pay.map(({ token, atMost }) => ({ tokenAddress: token, atMost: atMost.toString() })),
      receive: effects.receive.map(({ token, atLeast, recipient }) => ({
        tokenAddress: token,
        atLeast: atLeast.toString(),
        recipient: recipient ?? null,
      })),
    },
    approvals: effects.approvals.map((approval) => toApproval(approval, book)),
    warnings: effects.warnings.map(({ code, message }) => ({ code, message })),
    ...(simulation && {
      simulation: {
        ok: simulation.ok,
        ...(simulation.changes && {
          balanceChanges: simulation.changes
            .filter(({ change }) => change !== 0n)
            .map(({ token, change }) => ({ tokenAddress: token, change: change.toString() })),
        }),
      },
    }),
  }
}

function toApproval(
  { token, spender, amount, tokenId, until }: Approval,
  book: AddressBook,
): Wire['approvals'][number] {
  return {
    tokenAddress: token,
    spender: toKnown(spender, book.get(spender)),
    amount: amount?.toString() ?? null,
    positionId: tokenId?.toString() ?? null,
    until: until === undefined || until > LAST_DATE ? null : dateOf(until),
  }
}

function toKnown(address: Address, contract: Contract | undefined) {
  return { address, name: contract?.name ?? null, source: contract?.source ?? null }
}

function toPlain(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return value.map(toPlain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toPlain(member)]))
}
