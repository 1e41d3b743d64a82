import type { Server, ServerResponse } from 'node:http'

export type IdleLimit = {
  /** To be told of each request as it arrives, and of each answer as it ends. */
  begun(response: ServerResponse): void
  ended(response: ServerResponse): void
}

/** Kept for callers who come back. */
const IDLE_MAX = 256

/**
 * Connections that wait for a next request cost memory, and a thousand that end together cost everybody else the time
 * that takes. Beyond the limit a connection ends with its answer, one by one.
 */
export function limitIdleConnections(server: Server, idleMax = IDLE_MAX): IdleLimit {
  const pending = new Set<ServerResponse>()
  let open = 0
  server.on('connection', (socket) => {
    open++
    socket.once('close', () => open--)
  })
  return {
    begun: (response) => void pending.add(response),
    ended(response) {
      pending.delete(response)
      if (open - pending.size > idleMax) for (const other of pending) other.shouldKeepAlive = false
    },
  }
}
