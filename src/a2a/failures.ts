import { restStatusFor, toRestErrorBody } from '@a2a-js/sdk/errors'
import { JsonRpcTransportHandler } from '@a2a-js/sdk/server'
import { z } from 'zod'
import { ApiError } from '#core/ApiError.ts'

/** An error of the REST binding, as `google.rpc.Status`. */
export const AgentError = z
  .object({
    error: z.object({
      code: z.int(),
      status: z.string(),
      message: z.string(),
      details: z.array(z.record(z.string(), z.unknown())).optional(),
    }),
  })
  .meta({ id: 'AgentError', description: 'An error of A2A over REST (AIP-193).' })

const ERROR_INFO = 'type.googleapis.com/google.rpc.ErrorInfo'
const INVALID_REQUEST = -32600
const CONTENT_TYPE_NOT_SUPPORTED = -32005

/** An error of our own, as `google.rpc.ErrorInfo`. */
function infoOf({ code, details = [] }: ApiError): object {
  const metadata = Object.fromEntries(details.map(({ type, value }) => [type, value]))
  return { '@type': ERROR_INFO, reason: code.toUpperCase(), domain: 'slipway', ...(details.length > 0 && { metadata }) }
}

/**
 * An error of our own is an invalid request to the protocol if the request is at fault. A refusal by credential, limit or
 * state has the HTTP status as its code, which JSON-RPC leaves to applications.
 */
function toRpcError(error: unknown): object {
  if (!(error instanceof ApiError)) return JsonRpcTransportHandler.mapToJSONRPCError(error)
  return { code: rpcCodeOf(error), message: error.message, data: [infoOf(error)] }
}

function rpcCodeOf({ code, status }: ApiError): number {
  if (status === 415) return CONTENT_TYPE_NOT_SUPPORTED
  return code === 'invalid_argument' ? INVALID_REQUEST : status
}

export function rpcFailure(id: unknown, error: unknown): object {
  return { jsonrpc: '2.0', id, error: toRpcError(error) }
}

export function restFailure(error: unknown): object {
  if (!(error instanceof ApiError)) return toRestErrorBody(error, restStatusFor(error))
  const { status: code, message } = error
  return { error: { code, status: error.code.toUpperCase(), message, details: [infoOf(error)] } }
}
