import { checkTypedData } from './checkTypedData.ts'
import { requireUnchanged } from './requireUnchanged.ts'

/** Throws for typed data that differs from its statement. Pages load it on demand, because it is large. */
export function requireTypedData(typedData: unknown, statement: string | undefined): Promise<void> {
  return requireUnchanged(checkTypedData(typedData, statement))
}
