import type { KnownCaller } from '#core/Access.ts'
import type { AgentRun } from '#core/AgentRun.ts'
import { ApiError } from '#core/ApiError.ts'
import type { AuditLog } from '#core/AuditLog.ts'
import type { Call } from '#core/Operation.ts'
import type { SecretBox } from '#core/secretBox.ts'
import type { Live } from '#live/createLive.ts'
import type { EventFeed } from './live/EventFeed.ts'
import type { LaunchRow } from './rules/launchHappenings.ts'
import type { BoxEvent, RoomEntry } from './rules/listHappenings.ts'
import type { PositionState } from './rules/positionHappenings.ts'
import type { Vapid } from './rules/vapid.ts'
import type { Store } from './store/tables.ts'

/** The numbered events of the launch index. */
export type LaunchSource = {
  /** The channel that is notified of new ones. */
  channel: string
  lastSeq(): Promise<number>
  readAfter(seq: number, limit: number): Promise<LaunchRow[]>
}

type Position = { id: string; seq: number }

/** Rows in lists that are numbered without gaps; a rule follows the lists behind the key in its filter. */
export type ListSource<Row> = {
  channel: string
  listsOf(keys: readonly string[]): Promise<(Position & { key: string })[]>
  readAfter(positions: readonly Position[], limit: number): Promise<Row[]>
}

export type Rooms = ListSource<RoomEntry> & {
  requireReadable(roomId: string, caller: KnownCaller): Promise<void>
  postAs(posting: { developerId: string; roomId: string; content: string; clientKey: string }): Promise<string>
}

type Prompt = { developerId: string; boxId: string; content: string; clientKey: string; title: string }

export type Boxes = ListSource<BoxEvent> & {
  requireOwned(boxId: string, developerId: string): Promise<void>
  promptAs(prompt: Prompt): Promise<string>
  findRun(taskId: string): Promise<{ run: AgentRun; boxId: string; developerId: string } | undefined>
}

/** Liquidity positions on the supported chains. */
export type PositionSource = {
  chainIds: readonly number[]
  /** The open positions among the ids; throws `unavailable` if the chain does not answer in time. */
  read(
    chainId: number,
    request: { protocol: 'V3' | 'V4'; ids: readonly string[] },
  ): Promise<{ block: number; positions: PositionState[] }>
}

export type Context = {
  store: Store
  audit: AuditLog
  live: Live
  feed: EventFeed
  box: SecretBox
  /** Undefined without a launch contract. */
  launches: LaunchSource | undefined
  rooms: Rooms
  boxes: Boxes
  positions: PositionSource
  /** The key pairs for push services, that of the current root secret first. */
  vapids: readonly [Vapid, ...Vapid[]]
  /** A run as the body of a notification over A2A. */
  describeRun(run: AgentRun): string
  /** Hosts that the operator allows although they are not public, with their ports. */
  allowedHosts: ReadonlySet<string>
  rulesMax: number
  /** The maximum of queued deliveries for one endpoint. */
  backlogMax: number
  /** Wakes the replica that matches and sends: deliveries or rules have changed. */
  changed(): void
  now(): number
}

/** Operations on rules refuse anonymous callers by their access. */
export function callerOf(call: Call): KnownCaller {
  return call.caller as KnownCaller
}

export function ruleNotFound(): ApiError {
  return new ApiError('not_found', 'You have no rule with this id. GET /api/rules lists yours.')
}

export function endpointNotFound(): ApiError {
  return new ApiError('not_found', 'You have no webhook endpoint with this id. GET /api/webhooks lists yours.')
}
