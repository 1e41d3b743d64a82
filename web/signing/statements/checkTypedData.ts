import { hashTypedData } from 'viem/utils'
import { checkStatement, type Verdict } from './checkStatement.ts'

/** Whether the service signed a statement about exactly this typed data. */
export function checkTypedData(typedData: unknown, statement: string | undefined): Promise<Verdict> {
  const hash = hashOf(typedData)
  return checkStatement(statement, async ({ typedDataHash }) => hash !== undefined && typedDataHash === hash)
}

/** The EIP-712 hash that a wallet signs; undefined for what no wallet can sign. */
function hashOf(typedData: unknown): string | undefined {
  try {
    return hashTypedData(typedData as Parameters<typeof hashTypedData>[0])
  } catch {
    return undefined
  }
}
