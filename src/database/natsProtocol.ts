/** The client protocol of NATS, as far as messages without content need it: https://docs.nats.io/reference/reference-protocols/nats-protocol */

type Handlers = {
  onMessage(subject: string): void
  onPing(): void
  onPong(): void
  onError(reason: string): void
}

/** Longest line that a server sends; its INFO names every server of the cluster. */
const LINE_MAX = 65_536

/** The subject of a channel, whose name may have any character. */
export function subjectOf(channel: string, prefix: string): string {
  return `${prefix}.${Buffer.from(channel).toString('base64url')}`
}

export function channelOf(subject: string, prefix: string): string {
  return Buffer.from(subject.slice(prefix.length + 1), 'base64url').toString()
}

/** The first line of a client; its own messages do not come back. */
export function hello(server: URL): string {
  const [user, password] = [server.username, server.password].map(decodeURIComponent)
  const token = user ? { auth_token: user } : {}
  const login = password ? { user, pass: password } : token
  const facts = {
    verbose: false,
    pedantic: false,
    echo: false,
    name: 'slipway',
    lang: 'node',
    version: '1',
    protocol: 1,
  }
  return `CONNECT ${JSON.stringify({ ...facts, ...login })}\r\nPING\r\n`
}

/** Reads the lines of a server. The content of a message, which is empty, is an empty line. */
export function reader(handlers: Handlers): (bytes: Buffer) => void {
  let rest = ''
  return (bytes) => {
    const lines = (rest + bytes.toString('latin1')).split('\r\n')
    rest = lines.pop() ?? ''
    if (rest.length > LINE_MAX) handlers.onError('a line is too long')
    for (const line of lines) handle(line, handlers)
  }
}

function handle(line: string, { onMessage, onPing, onPong, onError }: Handlers): void {
  const [verb = '', subject = ''] = line.split(' ')
  if (verb === 'MSG') onMessage(subject)
  else if (verb === 'PING') onPing()
  else if (verb === 'PONG') onPong()
  else if (verb === '-ERR') onError(line.slice(5))
}
