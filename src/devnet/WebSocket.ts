import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import * as Frame from './Frame.ts'

/** The server's side of one connection that carries text. */
export type WebSocket = { send(text: string): void; close(code: number): void }

type Handlers = { onText(text: string): void; onClose(): void }

const NORMAL = 1_000
const PROTOCOL_ERROR = 1_002
const UNSUPPORTED = 1_003
const TOO_BIG = 1_009
const MESSAGE_MAX_BYTES = 8 * 2 ** 20
/** A reader that lets this much pile up is cut off. */
const BACKLOG_MAX_BYTES = 32 * 2 ** 20

/** Completes the handshake of an upgrade request; undefined, and a 400 sent, when it is none. */
export function accept(request: IncomingMessage, socket: Duplex, handlers: Handlers): WebSocket | undefined {
  const key = request.headers['sec-websocket-key']
  if (request.headers.upgrade?.toLowerCase() !== 'websocket' || key === undefined) {
    socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
    return undefined
  }
  const proof = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${proof}\r\n\r\n`,
  )
  const connection = connect(socket)
  socket.on('data', reader(connection, socket, handlers.onText))
  socket.on('error', () => socket.destroy())
  socket.once('close', handlers.onClose)
  return connection
}

function connect(socket: Duplex): WebSocket {
  const write = (opcode: number, payload: Buffer) => {
    if (!socket.writable) return
    socket.write(Frame.encode(opcode, payload))
    if (socket.writableLength > BACKLOG_MAX_BYTES) socket.destroy()
  }
  return {
    send: (text) => write(Frame.TEXT, Buffer.from(text)),
    close(code) {
      const payload = Buffer.alloc(2)
      payload.writeUInt16BE(code)
      write(Frame.CLOSE, payload)
      socket.end(() => socket.destroy())
    },
  }
}

/** Collects bytes into frames; whoever breaks the protocol is told why and let go. */
function reader(connection: WebSocket, socket: Duplex, onText: (text: string) => void): (chunk: Buffer) => void {
  let pending: Buffer = Buffer.alloc(0)
  const collect = collector(connection, onText)
  const take = (frame: Frame.Frame) => {
    if (frame.opcode === Frame.PING) socket.write(Frame.encode(Frame.PONG, frame.payload))
    else if (frame.opcode === Frame.CLOSE) connection.close(NORMAL)
    else if (frame.opcode !== Frame.PONG) collect(frame)
  }
  return (chunk) => {
    pending = Buffer.concat([pending, chunk])
    try {
      for (let next = Frame.decode(pending, MESSAGE_MAX_BYTES); next; next = Frame.decode(pending, MESSAGE_MAX_BYTES)) {
        pending = pending.subarray(next.size)
        take(next.frame)
      }
    } catch (error) {
      pending = Buffer.alloc(0)
      connection.close(error instanceof RangeError ? TOO_BIG : PROTOCOL_ERROR)
    }
  }
}

/** Collects frames into messages. */
function collector({ close }: WebSocket, onText: (text: string) => void): (frame: Frame.Frame) => void {
  let parts: Buffer[] = []
  return ({ isFinal, opcode, payload }) => {
    if (opcode !== Frame.TEXT && opcode !== Frame.CONTINUATION) return close(UNSUPPORTED)
    parts = opcode === Frame.TEXT ? [payload] : [...parts, payload]
    if (parts.reduce((sum, part) => sum + part.length, 0) > MESSAGE_MAX_BYTES) return close(TOO_BIG)
    if (isFinal) onText(Buffer.concat(parts).toString())
  }
}
