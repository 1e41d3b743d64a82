import { useEffect, useState } from 'react'
import { rpc } from './rpc.ts'

const POLL_MS = 10_000
const BALANCE_OF = '0x70a08231'

/** The ETH of an account; undefined until it is known. */
export function useEthBalance(address: string | undefined): bigint | undefined {
  return usePolled(address, (account) => rpc<string>('eth_getBalance', [account, 'latest']))
}

/** The tokens of an account, in smallest units. */
export function useTokenBalance(token: string, address: string | undefined): bigint | undefined {
  const key = address && `${token} ${address}`
  return usePolled(key, (both) => {
    const [to, account = ''] = both.split(' ')
    const data = BALANCE_OF + account.slice(2).toLowerCase().padStart(64, '0')
    return rpc<string>('eth_call', [{ to, data }, 'latest'])
  })
}

/** Read again every few seconds, and at once when something of ours was mined. */
function usePolled(key: string | undefined, read: (key: string) => Promise<string>): bigint | undefined {
  const [known, setKnown] = useState<{ key: string; amount: bigint }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is the same function for the same key
  useEffect(() => {
    if (key === undefined) return
    const refresh = () => {
      if (document.hidden) return
      read(key).then(
        (answer) => setKnown({ key, amount: BigInt(answer === '0x' ? 0 : answer) }),
        () => {},
      )
    }
    refresh()
    const timer = setInterval(refresh, POLL_MS)
    window.addEventListener('slipway:mined', refresh)
    return () => {
      clearInterval(timer)
      window.removeEventListener('slipway:mined', refresh)
    }
  }, [key])
  return known !== undefined && known.key === key ? known.amount : undefined
}
