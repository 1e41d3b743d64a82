import './chat.css'
import { html } from '#site/html.ts'
import { cardsOf } from './cards.ts'
import { connectHost, type Host, type Result } from './host.ts'

const place = document.body
const base = document.querySelector<HTMLMetaElement>('meta[name="slipway-base"]')?.content ?? ''

function show({ structuredContent = {}, isError }: Result): void {
  const cards = isError ? undefined : cardsOf(structuredContent)
  place.innerHTML = (cards ?? html``).markup
}

async function start(): Promise<void> {
  let host: Host | undefined
  new ResizeObserver(() => host?.resized(document.documentElement.offsetHeight)).observe(document.documentElement)
  host = await connectHost({
    result: show,
    cancelled: () => show({}),
    context({ theme }) {
      if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme
    },
  })
  host.resized(document.documentElement.offsetHeight)
  place.addEventListener('click', ({ target }) => {
    const path = target instanceof Element ? target.closest<HTMLElement>('[data-path]')?.dataset['path'] : undefined
    if (path !== undefined) host.openLink(base + path)
  })
}

void start()
