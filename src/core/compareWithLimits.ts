import type { Address } from 'viem'

/** The maximum that leaves an account and the minimum that arrives, by token. */
type Limits = {
  readonly pay: readonly { readonly token: Address; readonly atMost: bigint }[]
  readonly receive: readonly { readonly token: Address; readonly atLeast: bigint }[]
}
type Difference = { readonly code: string; readonly message: string }

/** The tokens of the limits, without duplicates. */
export function tokensOf({ pay, receive }: Limits): Address[] {
  return [...new Set([...pay, ...receive].map(({ token }) => token))]
}

/** Reports a balance change of a simulation that breaks the limits. */
export function compareWithLimits(limits: Limits, balanceChanges: readonly bigint[]): Difference | undefined {
  const paid = new Map(tokensOf(limits).map((token, index) => [token, balanceChanges[index] ?? 0n]))
  for (const { token, atMost } of limits.pay) {
    const seen = paid.get(token) ?? 0n
    if (seen > atMost) return differs(`${seen} of ${token} left the wallet, more than the stated maximum of ${atMost}`)
  }
  for (const { token, atLeast } of limits.receive) {
    const seen = -(paid.get(token) ?? 0n)
    if (seen < atLeast) return differs(`${seen} of ${token} arrived, less than the stated minimum of ${atLeast}`)
  }
  return undefined
}

function differs(what: string): Difference {
  return { code: 'DIFFERS_FROM_LIMITS', message: `In the simulation, ${what}.` }
}
