import type { ApiError } from '#core/ApiError.ts'
import type { Call } from '#core/Operation.ts'
import type { Params } from './Message.ts'
import type { Generation } from './protocolVersion.ts'
import type { ToolFilter } from './toolFilter.ts'

/** The context of a protocol request. */
export type MethodContext = {
  generation: Generation
  call: Call
  /** The tools that the address of the connection allows. Default: all */
  filter?: ToolFilter | undefined
  /** Called with the error of a tool, which the transport may answer with a challenge. */
  refused?: (error: ApiError) => void
  /** Sends a notification before the response. Default: the client takes none */
  notify?: ((message: object) => void) | undefined
}

/** Handles one method of the protocol. */
export type Method = (params: Params, context: MethodContext) => object | Promise<object>
