import { z } from 'zod'

/** An error of JSON-RPC 2.0, as the MCP and A2A endpoints answer it. */
export const JsonRpcError = z
  .object({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.number(), z.null()]),
    error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }),
  })
  .meta({ id: 'JsonRpcError', description: 'An error of JSON-RPC 2.0.' })
