import { createContext, type ReactNode, useContext } from 'react'
import type { UsdSource } from '../api/launchpad.ts'

const EthUsd = createContext<string | undefined>(undefined)

/** Gives the price of ETH to all amounts below it. Without a source they have no dollars. */
export function WithDollars({ source, children }: { source: UsdSource | undefined; children: ReactNode }) {
  return <EthUsd value={source?.ethUsd}>{children}</EthUsd>
}

/** Dollars per ETH. */
export function useEthUsd(): string | undefined {
  return useContext(EthUsd)
}
