import { listen } from '#http/listen.ts'
import { startTestService, type TestService } from './service.ts'

export type ListeningService = TestService & { url: string }

/** The whole service behind a socket of its own, whose documents name that socket. */
export async function startListeningService(env: Record<string, string> = {}): Promise<ListeningService> {
  await using opened = new AsyncDisposableStack()
  const gate: { app?: TestService['app'] } = {}
  const listener = opened.use(
    await listen(
      { fetch: (request, bindings) => gate.app?.fetch(request, bindings) ?? new Response(null, { status: 503 }) },
      { host: '127.0.0.1', port: 0 },
    ),
  )
  const service = opened.use(await startTestService({ env: { BASE_URL: listener.url, ...env } }))
  gate.app = service.app
  const owned = opened.move()
  return { ...service, url: listener.url, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
