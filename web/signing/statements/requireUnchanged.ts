import type { Verdict } from './checkStatement.ts'

/** Throws for everything that differs from the statement that the service signed about it. */
export async function requireUnchanged(checked: Promise<Verdict>): Promise<void> {
  if ((await checked) === 'changed')
    throw new Error('This is not what Slipway built. Nothing was sent to your wallet. Reload the page.')
}
