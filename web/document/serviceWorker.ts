// Runs as a service worker: a page that cannot be loaded is replaced by one that says so, and alerts are shown while no page is
// open. Nothing else is cached.

type Waiting = Event & { waitUntil(work: Promise<unknown>): void }
type Fetching = Event & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}
type Alert = { title: string; body: string; path: string; tag: string }
type Pushed = Waiting & { data: { json(): Alert } }
type Clicked = Waiting & { notification: Notification }
type Tab = { url: string; focus(): Promise<unknown> }
type Scope = EventTarget & {
  registration: Pick<ServiceWorkerRegistration, 'showNotification'> & {
    navigationPreload?: { enable(): Promise<void> }
  }
  clients: { matchAll(options: object): Promise<Tab[]>; openWindow(path: string): Promise<unknown> }
}

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

  // Two alerts with the same tag are shown as one.
  worker.addEventListener('push', (event) => {
    const { title, body, path, tag } = (event as Pushed).data.json()
    const shown = worker.registration.showNotification(title, { body, tag, data: path, icon: '/assets/icon-192.png' })
    ;(event as Pushed).waitUntil(shown)
  })

  worker.addEventListener('notificationclick', (event) => {
    const { notification } = event as Clicked
    notification.close()
    ;(event as Clicked).waitUntil(openPage(String(notification.data)))
  })

  async function openPage(path: string): Promise<void> {
    const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
    const known = tabs.find(({ url }) => new URL(url).pathname === path)
    await (known ? known.focus() : worker.clients.openWindow(path))
  }
}
