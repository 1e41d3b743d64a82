import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:http2'
import { Socket } from 'node:net'
import { homedir } from 'node:os'

const PORT = 8780
const CHANNEL_DESCRIPTOR = 3
/** Under this path are the operations of the service; everything else goes to the gateway. */
const SERVICE = '/service'
/** HTTP/2 refuses these headers. */
const HOP_BY_HOP = new Set(
  'host connection keep-alive proxy-connection transfer-encoding upgrade http2-settings te trailer expect'.split(' '),
)

/** Accepts an agent's requests to its model and to the service inside the box, and passes them on, the only way out. */
const service = connect('http://slipway', { createConnection: () => new Socket({ fd: CHANNEL_DESCRIPTOR }) })
service.on('error', () => process.exit(1))

const server = createServer((incoming, outgoing) => {
  // Agents that try a WebSocket first continue with plain requests after this answer.
  if (incoming.headers.upgrade !== undefined) return void outgoing.writeHead(426, { connection: 'close' }).end()
  const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !HOP_BY_HOP.has(name)))
  const stream = service.request({
    ...headers,
    ':method': incoming.method ?? 'GET',
    ':path': pathOutside(incoming.url ?? '/'),
  })
  stream.on('response', ({ ':status': status, ...answered }) => {
    outgoing.writeHead(
      Number(status),
      Object.fromEntries(Object.entries(answered).filter(([name]) => !name.startsWith(':'))),
    )
  })
  stream.on('error', () => outgoing.destroy())
  outgoing.on('close', () => stream.close())
  incoming.pipe(stream)
  stream.pipe(outgoing)
})

function pathOutside(path: string): string {
  return path.startsWith(`${SERVICE}/`) ? path.slice(SERVICE.length) : `/egress${path}`
}

// The service answers once the files of the box are restored; an agent may read them as soon as it starts.
const prepared = service.request({ ':path': '/box' })
prepared.on('error', () => process.exit(1))
prepared.on('response', () => server.listen(PORT, '127.0.0.1', startAgent))
prepared.resume()

function startAgent(): void {
  mkdirSync(homedir(), { recursive: true })
  const [command = '', ...args] = process.argv.slice(2)
  const agent = spawn(command, args, { stdio: 'inherit' })
  agent.on('error', () => process.exit(127))
  agent.on('exit', (code) => process.exit(code ?? 1))
}
