import { type DestinationStream, destination, type Logger, type LoggerOptions, pino, stdSerializers } from 'pino'
import type { Served } from '#core/ports.ts'

export type Log = Logger
export type Logs = { log: Log; access(served: Served): void; flush(): void }

const SECRET_FIELDS = ['key', 'secret', 'token', 'signature', 'password', 'authorization', 'mnemonic', 'privateKey']
const SECRET_PATHS = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`])

/** JSON lines on standard output, buffered; secrets are removed by field name and, in error texts, by pattern. */
export function createLogs(level: string, output?: DestinationStream): Logs {
  const stream =
    output ?? destination({ dest: 1, sync: false, minLength: 65_536, maxWrite: 131_072, periodicFlush: 100 })
  const shared: LoggerOptions = { level, base: null, timestamp: isoTime, formatters: { level: levelName } }
  const isInfo = ['trace', 'debug', 'info'].includes(level)
  const redact = { paths: SECRET_PATHS, censor: '[removed]' }
  const lines = batchLines(stream)
  return {
    log: pino({ ...shared, redact, serializers: { err: serializeError } }, stream),
    access: isInfo ? lines.add : () => {},
    flush() {
      lines.pass()
      ;(stream as { flushSync?: () => void }).flushSync?.()
    },
  }
}

/** Access lines of one turn of the event loop share a timestamp and one write, which cost more than the lines themselves. */
function batchLines(stream: DestinationStream): { add(served: Served): void; pass(): void } {
  let lines = ''
  let time = ''
  function pass(): void {
    if (lines !== '') stream.write(lines)
    lines = ''
  }
  return {
    add(served) {
      if (lines === '') {
        time = isoTime()
        setImmediate(pass)
      }
      lines += accessLine(served, time)
    },
    pass,
  }
}

/**
 * Operation, caller and outcome; no query, header or body. Every value is a number, an id or one of our names, so the
 * line needs no escaping and is built without a serializer: it is the most frequent line.
 */
function accessLine({ operation, caller, status, code, durationMs, requestId }: Served, time: string): string {
  const outcome = code === undefined ? `"status":${status}` : `"status":${status},"code":"${code}"`
  const callerId = callerIdOf(caller)
  const address = caller === undefined ? '' : `,"address":"${caller.address}"`
  const name = operation?.name ?? 'unknown'
  const ms = Math.round(durationMs * 1000) / 1000
  return `{"level":"info"${time},"requestId":"${requestId}","operation":"${name}",${outcome},"ms":${ms}${callerId}${address},"msg":"served"}\n`
}

function callerIdOf(caller: Served['caller']): string {
  if (caller?.kind === 'key') return `,"keyId":"${caller.keyId}"`
  return caller?.kind === 'box' ? `,"boxId":"${caller.boxId}"` : ''
}

function serializeError(error: Error): unknown {
  const { type, message, stack } = stdSerializers.err(error)
  const causes = error instanceof AggregateError && error.errors.map((cause) => scrub(String(cause)))
  return { type, message: scrub(message), stack: scrub(stack), ...(causes && { causes }) }
}

/** API keys, session tokens and signatures. A token is looked for once per word, so that the time is linear. */
const SECRET_PATTERN = /svc_sk_\w+|(?<![\w-])(?=[\w-]+\.[\w-]+\.)[\w-]*?eyJ[\w-]+\.[\w-]+\.[\w-]*|0x[0-9a-fA-F]{130,}/g

function scrub(text: string): string {
  return text.replaceAll(SECRET_PATTERN, '[removed]')
}

function levelName(label: string): object {
  return { level: label }
}

function isoTime(): string {
  return `,"time":"${new Date().toISOString()}"`
}
