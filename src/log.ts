import { type DestinationStream, destination, type Logger, type LoggerOptions, pino, stdSerializers } from 'pino'
import type { Served } from '#core/Door.ts'

export type Log = Logger
export type Logs = { log: Log; access(served: Served): void; flush(): void }

const SECRET_FIELDS = ['key', 'secret', 'token', 'signature', 'password', 'authorization', 'mnemonic', 'privateKey']
const SECRET_PATHS = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`])

/** JSON lines on standard output, a few at a time; secrets are removed by field name and, in error texts, by form. */
export function createLogs(level: string, given?: DestinationStream): Logs {
  const stream =
    given ?? destination({ dest: 1, sync: false, minLength: 65_536, maxWrite: 131_072, periodicFlush: 100 })
  const shared: LoggerOptions = { level, base: null, timestamp: isoTime, formatters: { level: levelName } }
  const isInfo = ['trace', 'debug', 'info'].includes(level)
  const redact = { paths: SECRET_PATHS, censor: '[removed]' }
  return {
    log: pino({ ...shared, redact, serializers: { err: serializeError } }, stream),
    access: isInfo ? (served) => void stream.write(accessLine(served)) : () => {},
    flush: () => (stream as { flushSync?: () => void }).flushSync?.(),
  }
}

/**
 * What was called, by whom, how it ended; no query, no header, no body. Every value is a number, an id or a name of
 * ours, so the line needs no escaping and is written by hand: it is the most frequent line there is.
 */
function accessLine({ operation, caller, status, code, durationMs, requestId }: Served): string {
  const outcome = code === undefined ? `"status":${status}` : `"status":${status},"code":"${code}"`
  const who = caller?.kind === 'key' ? `,"keyId":"${caller.keyId}"` : ''
  const address = caller === undefined ? '' : `,"address":"${caller.address}"`
  const name = operation?.name ?? 'unknown'
  const ms = Math.round(durationMs * 1000) / 1000
  return `{"level":"info"${isoTime()},"requestId":"${requestId}","operation":"${name}",${outcome},"ms":${ms}${who}${address},"msg":"served"}\n`
}

function serializeError(error: Error): unknown {
  const { type, message, stack } = stdSerializers.err(error)
  const causes = error instanceof AggregateError && error.errors.map((cause) => scrub(String(cause)))
  return { type, message: scrub(message), stack: scrub(stack), ...(causes && { causes }) }
}

/** Keys, tokens and signatures, wherever an error text may have picked one up. */
const SECRET_FORMS = /svc_sk_\w+|eyJ[\w-]+\.[\w-]+\.[\w-]*|0x[0-9a-fA-F]{130,}/g

function scrub(text: string): string {
  return text.replaceAll(SECRET_FORMS, '[removed]')
}

function levelName(label: string): object {
  return { level: label }
}

let second = 0
let secondText = ''

/** ISO time, formatted once a second and completed with the milliseconds, because every request asks for it. */
function isoTime(): string {
  const now = Date.now()
  const milliseconds = now % 1000
  if (now - milliseconds !== second) {
    second = now - milliseconds
    secondText = `,"time":"${new Date(second).toISOString().slice(0, 20)}`
  }
  return `${secondText}${String(milliseconds).padStart(3, '0')}Z"`
}
