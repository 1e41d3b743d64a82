import type { TokenDetail } from '../../api/launchpad.ts'

export type Side = 'buy' | 'sell'

/** A trade that is about to be reviewed. */
type Trading = { token: TokenDetail; side: Side; amount: bigint; slippageBps: number; account: string }
