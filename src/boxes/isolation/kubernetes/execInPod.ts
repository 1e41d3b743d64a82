import { EventEmitter, once } from 'node:events'
import { PassThrough, Writable } from 'node:stream'
import { type RawData, WebSocket } from 'ws'
import type { Piped } from '#boxes/isolation/Piped.ts'
import { every } from '#core/every.ts'
import { type Cluster, urlOf } from './Cluster.ts'

/** Version 5 of the channel protocol: the first byte of a message names its stream. */
const PROTOCOL = 'v5.channel.k8s.io'
const [STDIN, STDOUT, STDERR, STATUS, CLOSE] = [0, 1, 2, 3, 255]
/** Proxies in front of an API server close a connection that is idle for some minutes. */
const PING_MS = 30_000
const OPEN_MS = 30_000

type Ended = { code: number | null; reason?: string }
type Status = { status?: string; message?: string; details?: { causes?: { reason?: string; message?: string }[] } }

/** Runs a command in the container of a box. Killing it closes the streams; the command itself ends with its pod. */
export function execInPod(cluster: Cluster, pod: string, command: readonly string[]): Piped {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const killing = new AbortController()
  const attached = Promise.withResolvers<Ended>()
  const attach = (socket: WebSocket) => void follow(socket, { stdout, stderr }).then(attached.resolve)
  const opening = open(cluster, { pod, command, signal: killing.signal, attach })
  const events = new EventEmitter()
  const ended = opening.then(() => attached.promise).catch(unopened)
  void ended.then(({ code, reason }) => {
    stdout.end()
    stderr.end()
    if (code === null && reason !== undefined && events.listenerCount('error') > 0)
      events.emit('error', new Error(reason))
    else events.emit('exit', code, null)
    setImmediate(() => events.emit('close', code, null))
  })
  const kill = () => {
    killing.abort()
    return true
  }
  return Object.assign(events, { stdin: inputOf(opening), stdout, stderr, kill })
}

type Command = { pod: string; command: readonly string[]; signal: AbortSignal; attach(socket: WebSocket): void }

async function open(cluster: Cluster, { pod, command, signal, attach }: Command): Promise<WebSocket> {
  const query = new URLSearchParams([
    ...command.map((part) => ['command', part]),
    ...[['container', 'box'], ...['stdin', 'stdout', 'stderr'].map((name) => [name, 'true'])],
  ])
  const url = urlOf(cluster, `/api/v1/namespaces/${cluster.namespace}/pods/${pod}/exec?${query}`)
  url.protocol = 'wss:'
  const headers = { authorization: `Bearer ${await cluster.token()}` }
  signal.throwIfAborted()
  const options = { ca: cluster.ca, headers, perMessageDeflate: false, handshakeTimeout: OPEN_MS }
  const socket = new WebSocket(url, [PROTOCOL], options)
  // Before it opens, because the first output may come together with the handshake.
  attach(socket)
  signal.addEventListener('abort', () => socket.terminate())
  await once(socket, 'open')
  return socket
}

/** Passes the output on, no faster than it is read, and answers how the command ended. */
async function follow(socket: WebSocket, output: { stdout: PassThrough; stderr: PassThrough }): Promise<Ended> {
  let ended: Ended = { code: null, reason: 'The connection to the pod broke.' }
  socket.on('error', () => {})
  socket.on('message', (message: RawData) => {
    const data = message as Buffer
    if (data[0] === STATUS) ended = endOf(data.toString('utf8', 1))
    const stream = data[0] === STDOUT ? output.stdout : data[0] === STDERR && output.stderr
    if (!stream || stream.write(data.subarray(1))) return
    socket.pause()
    stream.once('drain', () => socket.resume())
  })
  using _ = every(PING_MS, () => socket.readyState === WebSocket.OPEN && socket.ping())
  await new Promise((resolve) => socket.once('close', resolve))
  return ended
}

function unopened(error: Error): Ended {
  return { code: null, reason: `The pod did not run the command: ${error.message}` }
}

/** A status that cannot be read counts as a failure of the command. */
function endOf(text: string): Ended {
  try {
    const { status, message, details } = JSON.parse(text) as Status
    if (status === 'Success') return { code: 0 }
    const code = Number(details?.causes?.find(({ reason }) => reason === 'ExitCode')?.message ?? Number.NaN)
    return Number.isNaN(code) ? { code: null, reason: message ?? 'The command failed.' } : { code }
  } catch {
    return { code: null, reason: 'The API server does not report how the command ended.' }
  }
}

function inputOf(opening: Promise<WebSocket>): Writable {
  const send = async (data: Buffer) => {
    const socket = await opening
    await new Promise<void>((resolve, reject) => socket.send(data, (error) => (error ? reject(error) : resolve())))
  }
  const settle = (sent: Promise<void>, done: (error?: Error | null) => void) => sent.then(() => done(), done)
  const stdin = new Writable({
    write: (chunk: Buffer, _encoding, done) => void settle(send(Buffer.concat([Buffer.of(STDIN), chunk])), done),
    final: (done) => void settle(send(Buffer.of(CLOSE, STDIN)), done),
  })
  // A write to a process that is gone shows in its exit.
  stdin.on('error', () => {})
  return stdin
}
