import { checkTransaction, type Sent } from './checkTransaction.ts'
import { requireUnchanged } from './requireUnchanged.ts'

type Part = { transaction: Sent; statement: string | undefined }

/** Throws for a transaction of another chain than requested, and for one that differs from its statement. */
export async function requireTransaction({ transaction, statement }: Part, chainId: number): Promise<void> {
  if (transaction.chainId !== chainId)
    throw new Error(
      `This transaction is for chain ${transaction.chainId}, not for chain ${chainId}. Nothing was sent to your wallet. Reload the page.`,
    )
  await requireUnchanged(checkTransaction(transaction, statement))
}
