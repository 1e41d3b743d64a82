import type { Readable, Writable } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import type { Container } from '#boxes/isolation/ociDriver.ts'

/** Runs a command as a kubelet does: a client that leaves ends the streams of the command, not the command. */
export function serveExec(socket: WebSocket, pod: Container, command: readonly string[]): void {
  const child = pod.run(command)
  const [stdin, stdout, stderr] = [child.stdin, child.stdout, child.stderr] as [Writable, Readable, Readable]
  const send = (channel: number, data: Buffer, sent?: () => void) =>
    socket.send(Buffer.concat([Buffer.of(channel), data]), () => sent?.())
  for (const [channel, stream] of [
    [1, stdout],
    [2, stderr],
  ] as const)
    stream.on('data', (data: Buffer) => {
      stream.pause()
      send(channel, data, () => stream.resume())
    })
  socket.on('message', (message: RawData) => {
    const data = message as Buffer
    if (data[0] === 255) return void stdin.end()
    if (stdin.write(data.subarray(1))) return
    socket.pause()
    stdin.once('drain', () => socket.resume())
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    stdin.destroy()
    stdout.destroy()
    stderr.destroy()
  })
  child.on('close', (code) => {
    send(3, Buffer.from(JSON.stringify(statusOf(code))), () => socket.close(1000))
  })
}

function statusOf(code: number | null): object {
  if (code === 0) return { kind: 'Status', status: 'Success' }
  const causes = [{ reason: 'ExitCode', message: String(code ?? 137) }]
  return {
    kind: 'Status',
    status: 'Failure',
    reason: 'NonZeroExitCode',
    message: 'command terminated',
    details: { causes },
  }
}
