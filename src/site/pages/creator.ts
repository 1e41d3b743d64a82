import { reads } from '#launchpad/wire/urls.ts'
import { drawApp } from '#site/drawApp.ts'
import { shortAddress } from '#site/format.ts'
import { html } from '#site/html.ts'
import { prefetch } from '#site/prefetch.ts'
import { noSuch } from './noSuch.ts'
import type { SitePage } from './SitePage.ts'

/** The record of an account that launched tokens; the same under the path with the chain's prefix. */
export function creatorPage(path: string): SitePage {
  return {
    path,
    title: 'A creator’s record',
    async render(site, { params }) {
      const asked = params['address'] ?? ''
      if (!/^0x[0-9a-fA-F]{40}$/.test(asked)) return noAccount
      const first = await prefetch(site, [reads.creator(asked)])
      const own = `/launch/creators/${asked}`
      const { app, data } = await drawApp(site, { entry: 'creator', path: own, first })
      return {
        title: `Record of the creator ${shortAddress(asked)}`,
        description: 'Launches of this account, how many graduated, and what it sold and earned.',
        path: own,
        section: '/launch',
        entry: 'creator',
        data,
        main: html`<main class="page" id="main">${app}</main>`,
      }
    },
  }
}

const noAccount = noSuch({
  title: 'No such account',
  description: 'This is not an account address.',
  help: 'An address is 0x and 40 hexadecimal digits.',
  list: { path: '/launch', label: 'All launches' },
})
