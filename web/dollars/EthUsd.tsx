import { createContext, type ReactNode, useContext, useEffect } from 'react'
import type { UsdSource } from '../api/launchpad.ts'
import { createStore, useStore } from '../store.ts'

const EthUsd = createContext<string | undefined>(undefined)

/** The price that the page last read, for the wallet and the toasts, which lie outside of it. */
const ofPage = createStore<string | undefined>(undefined)

/** Gives the price of ETH to all amounts below it. Without a source they have no dollars. */
export function WithDollars({ source, children }: { source: UsdSource | undefined; children: ReactNode }) {
  const ethUsd = source?.ethUsd
  useEffect(() => ofPage.set(() => ethUsd), [ethUsd])
  return <EthUsd value={ethUsd}>{children}</EthUsd>
}

/** Dollars per ETH. */
export function useEthUsd(): string | undefined {
  const known = useStore(ofPage)
  return useContext(EthUsd) ?? known
}
