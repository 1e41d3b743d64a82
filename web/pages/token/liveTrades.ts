import { paths, type Trade } from '../../api/launchpad.ts'
import { urlOf } from '../../api/request.ts'

/** Live trades as they come, in batches; an empty batch says that everything must be read again. */
export type News = { trades: Trade[]; version: number }

export type Live = { connection: 'connecting' | 'live' | 'lost' | 'paused'; onPause(isPaused: boolean): void }

const LIMIT = 50

export const tradesUrl = (address: string, trader?: string) => urlOf(paths.trades, { address, trader, limit: LIMIT })
export const holdersUrl = (address: string) => urlOf(paths.holders, { address, limit: LIMIT })
