/** The part of a wallet client of viem that `execute` uses. */
export type Wallet = {
  account?: { address: string } | undefined
  getChainId(): Promise<number>
  // The parameters of viem's own functions depend on the chain and the account of the client.
  sendTransaction(transaction: never): Promise<string>
  signTypedData(typedData: never): Promise<string>
  request(request: never): Promise<unknown>
}

type Request = { method: string; params?: unknown }

export function ask(wallet: Wallet, request: Request): Promise<unknown> {
  return (wallet.request as (request: Request) => Promise<unknown>)(request)
}
