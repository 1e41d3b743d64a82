/** A wallet's interface for pages (EIP-1193). */
export type Provider = {
  request(call: { method: string; params?: unknown }): Promise<unknown>
  on?(event: string, listener: (value: never) => void): void
  removeListener?(event: string, listener: (value: never) => void): void
  /** The name of a wallet that is known only once it is connected. */
  name?(): string
  /** Ends the session with a wallet on another device. */
  end?(): Promise<void>
}

/** How a wallet introduces itself (EIP-6963). */
export type WalletInfo = { uuid: string; name: string; icon: string; rdns: string }

/** `chainIds` are the chains that the page may ask the wallet for, its own first. */
export type Wallet = { info: WalletInfo; load(chainIds?: readonly number[]): Promise<Provider> }

/** The wallet that the devnet's pages bring along. */
export const TEST_WALLET = 'slipway.devnet.test-wallet'

/** A failed call to a wallet; `isDeclined` if the user declined, which is not an error. */
export class WalletFailure extends Error {
  override readonly name = 'WalletFailure'
  readonly isDeclined: boolean
  readonly code: number | undefined

  constructor(message: string, code?: number) {
    super(message)
    this.code = code
    this.isDeclined = code === DECLINED
  }
}

const DECLINED = 4001
const BUSY = -32002
const TEXT_MAX = 200

/** Asks a wallet; whatever it throws becomes a `WalletFailure`. */
export async function ask<Answer>(provider: Provider, method: string, params: unknown[] = []): Promise<Answer> {
  try {
    return (await provider.request({ method, params })) as Answer
  } catch (error) {
    throw failureOf(error)
  }
}

function failureOf(error: unknown): WalletFailure {
  const { code, message, data } = (error ?? {}) as {
    code?: number
    message?: string
    data?: { originalError?: { code?: number } }
  }
  const actual = data?.originalError?.code ?? code
  if (actual === DECLINED) return new WalletFailure('You declined in the wallet. Nothing was sent.', DECLINED)
  if (actual === BUSY)
    return new WalletFailure('Your wallet already shows a request. Open it and answer that one first.', BUSY)
  if (/insufficient funds/i.test(message ?? ''))
    return new WalletFailure(
      'Your wallet does not have enough ETH for the amount and the gas. Nothing was sent.',
      actual,
    )
  return new WalletFailure(`Your wallet answered: ${(message ?? 'nothing').slice(0, TEXT_MAX)}`, actual)
}
