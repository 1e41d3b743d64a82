import type { Address } from 'viem'

/** The currencies of a pool by their names in the calldata. */
export function currenciesOf({ currency0, currency1 }: { readonly currency0: Address; readonly currency1: Address }) {
  return { currency0, currency1 }
}
