import { useQuery } from '../api/useQuery.ts'
import { rpc } from './rpc.ts'

const POLL_MS = 10_000
const BALANCE_OF = '0x70a08231'

/** The ETH of an account; undefined until it is known. */
export function useEthBalance(address: string | undefined): bigint | undefined {
  return useBalance(address, () => rpc<string>('eth_getBalance', [address, 'latest']))
}

/** The tokens of an account, in smallest units. */
export function useTokenBalance(token: string, address: string | undefined): bigint | undefined {
  const data = BALANCE_OF + (address ?? '').slice(2).toLowerCase().padStart(64, '0')
  return useBalance(address && `${token} ${address}`, () => rpc<string>('eth_call', [{ to: token, data }, 'latest']))
}

function useBalance(key: string | undefined, read: () => Promise<string>): bigint | undefined {
  const { data, dataKey } = useQuery(key, read, { pollMs: POLL_MS, followsMined: true })
  return data === undefined || dataKey !== key ? undefined : BigInt(data === '0x' ? 0 : data)
}
