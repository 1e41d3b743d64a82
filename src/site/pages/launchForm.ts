import { drawApp } from '#site/drawApp.ts'
import { html } from '#site/html.ts'
import type { SitePage } from './SitePage.ts'

/** The form that launches a token; the same under the path with the chain's prefix. */
export function launchFormPage(path: string): SitePage {
  return {
    path,
    title: 'Launch a token',
    async render(site) {
      const { app, data } = await drawApp(site, { entry: 'launchForm', path })
      return {
        title: 'Launch a token',
        description:
          'One transaction creates 1,000,000,000 tokens: 80 % on a bonding curve, 20 % for the pool. You sign it.',
        path: '/launch/new',
        section: '/launch',
        bodyClass: 'page-form',
        entry: 'launchForm',
        data,
        main: html`
          <main class="page form" id="main">
            ${app}
            <noscript>
              <p>The form needs JavaScript. Without it, prepare a launch with POST /api/launchpad/prepare.</p>
            </noscript>
          </main>
        `,
      }
    },
  }
}
