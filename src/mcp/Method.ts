import type { Call } from '#core/Operation.ts'
import type { Era } from './era.ts'
import type { Params } from './Message.ts'

/** What answers one method of the protocol. */
export type Method = (params: Params, asked: { era: Era; call: Call }) => object | Promise<object>
