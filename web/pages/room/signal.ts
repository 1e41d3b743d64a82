export type SignalDraft = { side: 'buy' | 'sell'; token: string; horizon: string }

const ADDRESS = /^0x[0-9a-fA-F]{40}$/

/** The data of a signal, once all of it is given. */
export function signalData({ side, token, horizon }: SignalDraft): Record<string, unknown> | undefined {
  const address = token.trim()
  return ADDRESS.test(address) ? { token: address, side, horizonSeconds: Number(horizon) } : undefined
}
