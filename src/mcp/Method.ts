import type { Call } from '#core/Operation.ts'
import type { Params } from './Message.ts'
import type { Generation } from './protocolVersion.ts'

/** The context of a protocol request. */
export type MethodContext = { generation: Generation; call: Call }

/** Handles one method of the protocol. */
export type Method = (params: Params, context: MethodContext) => object | Promise<object>
