import { shortAddress } from '#site/format.ts'
import { html } from '#site/html.ts'
import type { SitePage } from './SitePage.ts'

/** The holdings, launches and trades of an account. */
export const portfolio: SitePage = {
  path: '/portfolio/{address}',
  title: 'Portfolio',
  render(_site, { params }) {
    const address = params['address'] ?? ''
    const isAddress = /^0x[0-9a-fA-F]{40}$/.test(address)
    if (!isAddress)
      return {
        title: 'No such account',
        description: 'This is not an account address.',
        path: '/launch',
        status: 404,
        isHidden: true,
        main: html`
          <main class="page" id="main">
            <div class="empty">
              <b>This is not an address</b><span>An address is 0x and 40 hexadecimal digits.</span>
              <a class="button" href="/launch">All launches</a>
            </div>
          </main>
        `,
      }
    return {
      title: `Portfolio of ${shortAddress(address)}`,
      description: 'Launched tokens this account holds, launched and traded.',
      path: `/portfolio/${address}`,
      section: '/launch',
      entry: 'portfolio',
      isHidden: true,
      main: html`<main class="page" id="main"><div id="app"></div></main>`,
    }
  },
}
