import { reads, urlOf } from '#launchpad/wire/urls.ts'
import type { Trade } from '../../api/launchpad.ts'

/** Live trades, in batches; an empty batch means that everything must be read again. */
export type LiveTrades = { trades: Trade[]; version: number }

export type Live = { connection: 'connecting' | 'live' | 'lost' | 'paused'; onPause(isPaused: boolean): void }

export const tradesUrl = (address: string, trader?: string) => urlOf(reads.trades({ address, trader }))
export const holdersUrl = (address: string) => urlOf(reads.holders(address))
