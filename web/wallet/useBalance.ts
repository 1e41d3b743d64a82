import { NATIVE } from '#site/positionUrl.ts'
import { config } from '../api/siteData.ts'
import { useQuery } from '../api/useQuery.ts'
import { readBalance } from './chainReads.ts'

const POLL_MS = 10_000

/** The native currency of an account, on the site's own chain where none is named; undefined until it is known. */
export function useEthBalance(address: string | undefined, chainId: number = config.chainId): bigint | undefined {
  return useTokenBalance(NATIVE, address, chainId)
}

/** The tokens of an account, in smallest units. */
export function useTokenBalance(
  token: string,
  address: string | undefined,
  chainId: number = config.chainId,
): bigint | undefined {
  const key = address && `${chainId} ${token} ${address}`
  const { data, dataKey } = useQuery(key, () => readBalance(token, address ?? '', chainId), {
    pollMs: POLL_MS,
    followsMined: true,
  })
  return dataKey === key ? data : undefined
}
