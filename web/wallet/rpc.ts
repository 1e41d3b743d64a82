import { config } from '../api/siteData.ts'

const PATIENCE_MS = 8_000

/** Calls the chain directly: receipts and balances are needed without a wallet as well. */
export async function rpc<Answer>(method: string, params: unknown[]): Promise<Answer> {
  const response = await fetch(config.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  const { result, error } = (await response.json()) as { result?: Answer; error?: { message: string } }
  if (error) throw new Error(error.message)
  return result as Answer
}
