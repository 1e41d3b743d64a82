import type { TokenDetail } from '../../api/launchpad.ts'
import { EarlyBuyers } from './EarlyBuyers.tsx'
import { HoldersTab } from './HoldersTab.tsx'
import { TopTraders } from './TopTraders.tsx'

const VIEWS = { holders: HoldersTab, early: EarlyBuyers, traders: TopTraders }

type Props = { view: keyof typeof VIEWS; token: TokenDetail; version: number }

/** The tabs that few visitors open. */
export function Insight({ view, token, version }: Props) {
  const View = VIEWS[view]
  return <View token={token} version={version} />
}
