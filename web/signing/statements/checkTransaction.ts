import { type Content, checkStatement, type Verdict } from './checkStatement.ts'

/** A transaction as it goes to the wallet. */
export type Sent = { chainId: number; from: string; to: string; data: string; value: string }

/** Whether the service signed a statement about exactly this transaction. */
export function checkTransaction(transaction: Sent, statement: string | undefined): Promise<Verdict> {
  return checkStatement(statement, (content) => isAbout(content, transaction))
}

async function isAbout(content: Content, { chainId, from, to, data, value }: Sent): Promise<boolean> {
  return (
    content.chainId === chainId &&
    isSame(content.from, from) &&
    isSame(content.to, to) &&
    content.value === digitsOf(value) &&
    content.dataHash === (await hashOf(data))
  )
}

function isSame(said: string | undefined, sent: string): boolean {
  return said?.toLowerCase() === String(sent).toLowerCase()
}

/** Undefined for text that is not a number, which then differs from the statement. */
function digitsOf(value: string): string | undefined {
  return /^(0x[0-9a-fA-F]+|\d+)$/.test(value) ? BigInt(value).toString() : undefined
}

async function hashOf(data: string): Promise<string | undefined> {
  if (!/^0x([0-9a-fA-F]{2})*$/.test(data)) return undefined
  const bytes = Uint8Array.from(data.slice(2).match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `0x${[...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
