import { checkTypedData } from './checkTypedData.ts'
import { requireUnchanged } from './requireUnchanged.ts'

/** Keeps typed data from the wallet that differs from its statement. It is large: pages load it when it is needed. */
export function requireTypedData(typedData: unknown, statement: string | undefined): Promise<void> {
  return requireUnchanged(checkTypedData(typedData, statement))
}
