import type { z } from 'zod'
import type { Message, Room } from '#arena/wire/records.ts'
import type { StatusDocument } from '#discovery/status.ts'
import type { Health } from '#health/health.ts'
import type { History } from '#health/history.ts'
import type { Reliability } from '#health/reliability.ts'
import type * as responses from '#launchpad/wire/responses.ts'
import type { TokenDetail } from '#launchpad/wire/schemas.ts'

/** The JSON that the operations a page reads respond with, by operation name. */
export type Answers = {
  getHealth: z.input<typeof Health>
  getHealthHistory: z.input<typeof History>
  getReliability: z.input<typeof Reliability>
  getDeveloperStatus: z.input<typeof StatusDocument>
  getLaunchStats: z.input<typeof responses.Stats>
  getLaunchToken: z.input<typeof TokenDetail>
  getLaunchpadDiscovery: { curve: Record<string, string> }
  listLaunchTokens: z.input<typeof responses.TokenPage>
  listRooms: { rooms: z.input<typeof Room>[] }
  getRoom: { room: z.input<typeof Room> & { messages: z.input<typeof Message>[] } }
  listBoxAgents: { agents: { id: string; title: string; description: string }[] }
  getDevnet: { pools: { protocol: string; reference: string }[]; tokens: { address: string }[] }
  // biome-ignore lint/suspicious/noExplicitAny: a JSON schema may hold anything.
  getOpenApi: Record<string, any>
}
