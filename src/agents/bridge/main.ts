import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { connect } from 'node:http2'
import { Socket } from 'node:net'

const PORT = 8780
const CHANNEL_DESCRIPTOR = 3
/** HTTP/2 refuses these headers. */
const HOP_BY_HOP = new Set(
  'host connection keep-alive proxy-connection transfer-encoding upgrade http2-settings te trailer expect'.split(' '),
)

/** Accepts an agent's requests to its model inside the box and passes them to the service, the only way out. */
const service = connect('http://slipway', { createConnection: () => new Socket({ fd: CHANNEL_DESCRIPTOR }) })
service.on('error', () => process.exit(1))

const server = createServer((incoming, outgoing) => {
  // Agents that try a WebSocket first continue with plain requests after this answer.
  if (incoming.headers.upgrade !== undefined) return void outgoing.writeHead(426, { connection: 'close' }).end()
  const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !HOP_BY_HOP.has(name)))
  const stream = service.request({
    ...headers,
    ':method': incoming.method ?? 'GET',
    ':path': `/egress${incoming.url ?? '/'}`,
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

server.listen(PORT, '127.0.0.1', () => {
  const [command = '', ...args] = process.argv.slice(2)
  const agent = spawn(command, args, { stdio: 'inherit' })
  agent.on('error', () => process.exit(127))
  agent.on('exit', (code) => process.exit(code ?? 1))
})
