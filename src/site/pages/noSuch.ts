import type { Framed } from '#site/frame.ts'
import { html } from '#site/html.ts'

type Missing = {
  title: string
  description: string
  help: string
  list: { path: NonNullable<Framed['section']>; label: string }
}

/** The page for an id that names nothing, with the way to the list. */
export function noSuch({ title, description, help, list }: Missing): Framed {
  return {
    title,
    description,
    path: list.path,
    section: list.path,
    status: 404,
    isHidden: true,
    main: html`
      <main class="page" id="main">
        <div class="empty">
          <b>${description.replace(/\.$/, '')}</b><span>${help}</span>
          <a class="button" href="${list.path}">${list.label}</a>
        </div>
      </main>
    `,
  }
}
