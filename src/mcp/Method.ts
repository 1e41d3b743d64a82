import type { Call } from '#core/Operation.ts'
import type { Params } from './Message.ts'
import type { Era } from './protocolVersion.ts'

/** What answers one method of the protocol. */
export type Method = (params: Params, asked: { era: Era; call: Call }) => object | Promise<object>
