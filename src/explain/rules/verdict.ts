import type { Address } from 'viem'
import type { Change } from './balanceLogs.ts'

/** The maximum that may leave the signer, and the minimum that must arrive. */
export type Promised = {
  readonly pay: readonly { readonly token: Address; readonly atMost: bigint }[]
  readonly receive: readonly { readonly token: Address; readonly atLeast: bigint; readonly recipient: Address }[]
}

export const VERDICTS = ['as stated', 'within limits', 'differs'] as const
export type Verdict = { readonly verdict: (typeof VERDICTS)[number]; readonly differences: readonly string[] }

type Mined = {
  readonly signer: Address
  readonly changes: readonly Change[]
  /** Points in which the chain differs for reasons other than amounts. */
  readonly doubts: readonly string[]
}

/** Compares mined changes with a promise: exactly at its limits, within them, or beyond them. */
export function verdictOf(promised: Promised, { signer, changes, doubts }: Mined): Verdict {
  const differences = [...doubts, ...overpaid(promised, signer, changes), ...underpaid(promised, changes)]
  if (differences.length > 0) return { verdict: 'differs', differences }
  return { verdict: isExact(promised, signer, changes) ? 'as stated' : 'within limits', differences }
}

function changeOf(changes: readonly Change[], account: Address, token: Address): bigint {
  return changes.find((change) => change.account === account && change.token === token)?.change ?? 0n
}

function overpaid({ pay }: Promised, signer: Address, changes: readonly Change[]): string[] {
  return changes
    .filter(({ account, change }) => account === signer && change < 0n)
    .flatMap(({ token, change }) => {
      const most = pay.find((payment) => payment.token === token)?.atMost ?? 0n
      return -change > most ? [`${-change} of ${token} left the signer, but at most ${most} was stated.`] : []
    })
}

function underpaid({ receive }: Promised, changes: readonly Change[]): string[] {
  return receive.flatMap(({ token, atLeast, recipient }) => {
    const got = changeOf(changes, recipient, token)
    return got < atLeast ? [`${got} of ${token} reached ${recipient}, but at least ${atLeast} was stated.`] : []
  })
}

function isExact({ pay, receive }: Promised, signer: Address, changes: readonly Change[]): boolean {
  const expected = [
    ...pay.map(({ token, atMost }) => ({ account: signer, token, change: -atMost })),
    ...receive.map(({ token, atLeast, recipient }) => ({ account: recipient, token, change: atLeast })),
  ]
  const wanted = ({ account, token }: Change) =>
    expected.filter((one) => one.account === account && one.token === token).reduce((sum, one) => sum + one.change, 0n)
  return [...changes, ...expected].every((one) => changeOf(changes, one.account, one.token) === wanted(one))
}
