import { z } from 'zod'
import { none } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Timestamp } from '#core/wire.ts'

export const StatusDocument = z.object({
  status: z
    .literal('ok')
    .meta({ description: 'The service responds. The health document reports the state of its components.' }),
  service: z.literal('slipway'),
  version: z.string(),
  network: z.enum(['devnet', 'live']),
  warning: z
    .string()
    .optional()
    .meta({ description: 'Only on the development chain, which has the chain id of the live chain.' }),
  startedAt: Timestamp,
  origins: z.object({ base: z.string(), api: z.string() }),
  documents: z.record(z.string(), z.string()).meta({ description: 'URLs of the discovery documents.' }),
  discovery: z.object({ startWith: z.string(), order: z.array(z.string()) }),
  endpoints: z.record(z.string(), z.string()).meta({ description: 'URLs of the main endpoints.' }),
  tools: z.array(z.string()).meta({ description: 'Names of the MCP tools.' }),
  operations: z.int().meta({ description: 'Number of operations in the OpenAPI document.' }),
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
      level: z.enum(['disk', 'process']).meta({
        description:
          '`disk`: an acknowledged write survives a power loss. `process`: it survives a crash of the process.',
      }),
      fsync: z.boolean(),
      fullPageWrites: z.boolean(),
      synchronousCommit: z.string(),
      dataChecksums: z.boolean(),
    }),
  }),
  boxes: z.object({
    running: z
      .boolean()
      .meta({ description: 'Whether this machine runs boxes. False until its probe box has finished.' }),
  }),
  isolation: z
    .object({
      level: z.enum(['none', 'bubblewrap', 'gvisor']),
      engine: z.string().optional(),
      network: z.enum(['none', 'policy', 'shared']),
      seccomp: z.boolean(),
      nestedNamespaces: z.enum(['refused', 'possible']),
      capabilities: z.enum(['none', 'some']),
      sharedMemory: z.enum(['counted', 'refused', 'unbounded']).optional(),
      limits: z.string(),
    })
    .nullable()
    .meta({ description: 'Isolation measured by a probe box. Null if this machine runs no boxes.' }),
  signers: z.literal('none').meta({ description: 'No server-side signer exists; wallets sign.' }),
})

export type Status = z.output<typeof StatusDocument>

/** The status document: everything needed before the first call. */
export function status(read: () => Status): Operation {
  return define({
    name: 'getDeveloperStatus',
    method: 'GET',
    path: '/api/developer/status',
    tag: 'discovery',
    summary: 'Describe this deployment: documents, endpoints, tools, chains and durability.',
    access: none,
    limit: 'read',
    errors: [],
    cacheControl: 'public, max-age=5',
    request: z.strictObject({}),
    response: StatusDocument,
    handle: read,
  })
}
