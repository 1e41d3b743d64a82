import type { BaseLogger } from 'pino'

/** The part of the service's logger that this module writes to. */
export type Log = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>
