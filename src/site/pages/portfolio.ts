import { drawApp } from '#site/drawApp.ts'
import { shortAddress } from '#site/format.ts'
import type { Framed } from '#site/frame.ts'
import { type Html, html } from '#site/html.ts'
import type { SiteData } from '#site/Site.ts'
import { noSuch } from './noSuch.ts'
import type { SitePage } from './SitePage.ts'
import { waiting } from './waiting.ts'

/** The portfolio of the connected wallet, which only the script of the page knows. */
export const ownPortfolio: SitePage = {
  path: '/portfolio',
  title: 'Portfolio',
  render: () =>
    framed({ title: 'Your portfolio', path: '/portfolio', app: html`<div id="app">${waiting('Portfolio')}</div>` }),
}

/** The holdings, launches and trades of an account. */
export const portfolio: SitePage = {
  path: '/portfolio/{address}',
  title: 'Portfolio',
  async render(site, { params }) {
    const address = params['address'] ?? ''
    if (/^0x[0-9a-fA-F]{40}$/.test(address)) {
      const path = `/portfolio/${address}`
      const drawn = await drawApp(site, { entry: 'portfolio', path, readsMore: true })
      return framed({ title: `Portfolio of ${shortAddress(address)}`, path, ...drawn })
    }
    return noSuch({
      title: 'No such account',
      description: 'This is not an account address.',
      help: 'An address is 0x and 40 hexadecimal digits.',
      list: { path: '/launch', label: 'All launches' },
    })
  },
}

function framed({ app, ...page }: { title: string; path: string; app: Html; data?: SiteData }): Framed {
  return {
    ...page,
    description: 'Tokens of the launchpad that this account holds, has launched or has traded.',
    section: '/launch',
    entry: 'portfolio',
    isHidden: true,
    main: html`<main class="page" id="main">${app}</main>`,
  }
}
