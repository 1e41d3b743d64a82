// Runs as a service worker: a page that cannot be loaded is replaced by one that says so. Nothing else is cached.

type Waiting = Event & { waitUntil(work: Promise<unknown>): void }
type Fetching = Event & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}
type Scope = EventTarget & { registration: { navigationPreload?: { enable(): Promise<void> } } }

{
  const worker = globalThis as unknown as Scope
  const CACHE = 'slipway.offline'
  const PAGE = '/offline'

  worker.addEventListener('install', (event) => {
    ;(event as Waiting).waitUntil(caches.open(CACHE).then((cache) => cache.add(PAGE)))
  })

  // Preloading lets the page be asked for while the worker starts.
  worker.addEventListener('activate', (event) => {
    ;(event as Waiting).waitUntil(worker.registration.navigationPreload?.enable() ?? Promise.resolve())
  })

  worker.addEventListener('fetch', (event) => {
    const { request, preloadResponse, respondWith } = event as Fetching
    if (request.mode !== 'navigate') return
    const load = async () => (await preloadResponse) ?? (await fetch(request))
    respondWith.call(
      event,
      load().catch(async () => (await caches.match(PAGE)) ?? Response.error()),
    )
  })
}
