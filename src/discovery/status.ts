import { z } from 'zod'
import { none } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Timestamp } from '#core/wire.ts'

const Response = z.object({
  status: z
    .literal('ok')
    .meta({ description: 'The service answers; whether its parts work is in the health document.' }),
  service: z.literal('slipway'),
  version: z.string(),
  network: z.enum(['devnet', 'live']),
  warning: z
    .string()
    .optional()
    .meta({ description: 'Present on the development chain: its chain id is a real chain’s.' }),
  startedAt: Timestamp,
  origins: z.object({ base: z.string(), api: z.string() }),
  documents: z.record(z.string(), z.string()).meta({ description: 'Where each discovery document is.' }),
  discovery: z.object({ startWith: z.string(), order: z.array(z.string()) }),
  endpoints: z.record(z.string(), z.string()).meta({ description: 'Where to call what.' }),
  tools: z.array(z.string()).meta({ description: 'The tools of the tool server, in its order.' }),
  operations: z.int().meta({ description: 'How many operations the OpenAPI document lists.' }),
  authentication: z.object({
    headers: z.array(z.string()),
    issueKey: z.string(),
    signIn: z.array(z.string()),
    scopes: z.array(z.string()),
  }),
  chains: z.array(z.int()),
  launchpad: z.object({ chainId: z.int(), factory: z.string().nullable() }),
  database: z.object({
    kind: z.enum(['embedded', 'external']),
    serverVersion: z.string(),
    durability: z.object({
      level: z.enum(['disk', 'process']).meta({ description: 'What an acknowledged write survives.' }),
      fsync: z.boolean(),
      fullPageWrites: z.boolean(),
      synchronousCommit: z.string(),
      dataChecksums: z.boolean(),
    }),
  }),
  boxes: z.object({
    running: z
      .boolean()
      .meta({ description: 'Whether this machine runs boxes; false also until its probe box has ended.' }),
  }),
  isolation: z
    .object({
      level: z.enum(['none', 'bubblewrap']),
      network: z.enum(['none', 'shared']),
      seccomp: z.boolean(),
      nestedNamespaces: z.enum(['refused', 'possible']),
      capabilities: z.enum(['none', 'some']),
      limits: z.string(),
    })
    .nullable()
    .meta({ description: 'What a probe box has shown to hold here; null where no box runs.' }),
  signers: z.literal('none').meta({ description: 'No server-side signer exists; wallets sign.' }),
})

export type Status = z.output<typeof Response>

/** What a developer needs to know before the first call. */
export function status(read: () => Status): Operation {
  return define({
    name: 'getDeveloperStatus',
    method: 'GET',
    path: '/api/developer/status',
    tag: 'discovery',
    summary: 'What this deployment is and where everything in it is found.',
    access: none,
    limit: 'read',
    errors: [],
    cacheControl: 'public, max-age=5',
    request: z.strictObject({}),
    response: Response,
    handle: read,
  })
}
