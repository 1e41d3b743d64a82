import { NATIVE } from '#site/positionUrl.ts'
import { chainById, pageChain } from '../wallet/chains.ts'

/** The wei of an amount of ETH or wrapped ETH; undefined for every other token. */
export function weiOf(
  amount: bigint | undefined,
  address: string,
  chainId: number = pageChain.get().id,
): bigint | undefined {
  const { nativeCurrency, wrappedNative } = chainById(chainId)
  const isEther = address === NATIVE || address.toLowerCase() === wrappedNative?.toLowerCase()
  return isEther && nativeCurrency.symbol === 'ETH' ? amount : undefined
}
