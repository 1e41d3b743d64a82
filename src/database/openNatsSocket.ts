import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as secure } from 'node:tls'
import { expireAfter } from './expireAfter.ts'
import * as Nats from './natsProtocol.ts'

const PORT = 4222

/** Connects and signs in. `tls://` requires encryption; with `nats://` the server decides. */
export async function openNatsSocket(server: URL, timeoutMs: number): Promise<Socket> {
  const host = server.hostname.replace(/^\[|\]$/g, '')
  const socket = connect({ host, port: Number(server.port || PORT), keepAlive: true, noDelay: true })
  try {
    return await Promise.race([signIn(socket, server, host), expireAfter(timeoutMs)])
  } catch (error) {
    socket.on('error', () => {}).destroy()
    throw error
  }
}

async function signIn(socket: Socket, server: URL, host: string): Promise<Socket> {
  const { tls_required = false } = await greeting(socket)
  const encrypted = tls_required || server.protocol === 'tls:' ? secure({ socket, host, servername: host }) : socket
  if (encrypted !== socket) await once(encrypted, 'secureConnect')
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const read = Nats.reader({
    onMessage() {},
    onPing() {},
    onPong: resolve,
    onError: (reason) => reject(new Error(reason)),
  })
  encrypted
    .on('data', read)
    .on('error', reject)
    .on('close', () => reject(new Error('Connection closed')))
  encrypted.write(Nats.hello(server))
  await promise
  return encrypted.off('data', read)
}

/** The server speaks first. */
async function greeting(socket: Socket): Promise<{ tls_required?: boolean }> {
  let text = ''
  while (!text.includes('\r\n')) text += String((await once(socket, 'data'))[0])
  return JSON.parse(text.slice(text.indexOf('{')))
}
