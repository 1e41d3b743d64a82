import { html } from '#site/html.ts'
import type { SitePage } from './SitePage.ts'

/** Every component in all its states; only on the development chain. */
export const design: SitePage = {
  path: '/design',
  title: 'Component states',
  render: () => ({
    title: 'Component states',
    description: 'Every component of the site in all its states.',
    path: '/design',
    main: html`<main class="page" id="main"><div id="app"></div></main>`,
    entry: 'design',
    isHidden: true,
  }),
}
