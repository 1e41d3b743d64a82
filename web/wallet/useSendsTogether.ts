import { useEffect, useState } from 'react'
import { canSendTogether } from './sendAll.ts'

/** Whether the wallet of an account sends several calls as one; false until it has said so. */
export function useSendsTogether(account: string | undefined, chainId: number): boolean {
  const [isAtomic, setAtomic] = useState(false)
  useEffect(() => {
    let isCurrent = account !== undefined
    setAtomic(false)
    void canSendTogether(chainId).then((found) => isCurrent && setAtomic(found))
    return () => {
      isCurrent = false
    }
  }, [account, chainId])
  return isAtomic
}
