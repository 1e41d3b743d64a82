import * as ApiError from '#core/ApiError.ts'
import * as Id from '#core/Id.ts'
import type { App } from './createApp.ts'

export type Gate = App & { open(app: App): void }

/** Answers on the socket while the service starts: 503 for every path but `/livez`. */
export function createGate(): Gate {
  let app: App = { fetch: wait }
  return {
    fetch: (request, env) => app.fetch(request, env),
    open(opened) {
      app = opened
    },
  }
}

function wait(request: Request): Response {
  const headers = { 'x-request-id': Id.create('req'), 'cache-control': 'no-store' }
  if (new URL(request.url).pathname === '/livez') return Response.json({ status: 'ok' }, { headers })
  const error = new ApiError.ApiError('unavailable', 'The service is starting. Try again in a second.')
  return Response.json(ApiError.body(error), { status: error.status, headers: { ...headers, 'retry-after': '1' } })
}
