import { ApiError } from '#core/ApiError.ts'
import { type Read, reads, urlOf } from '#launchpad/wire/urls.ts'
import type { Answers } from '#site/Answers.ts'
import { candleInterval } from '#site/candleInterval.ts'
import { drawApp } from '#site/drawApp.ts'
import { percent, short } from '#site/format.ts'
import type { Framed } from '#site/frame.ts'
import { html } from '#site/html.ts'
import { prefetch } from '#site/prefetch.ts'
import type { Site } from '#site/Site.ts'
import { sharePath } from '#site/share/shareImage.ts'
import { noSuch } from './noSuch.ts'
import type { SitePage } from './SitePage.ts'

type Token = Answers['getLaunchToken']

const WARNING = 'Unbacked community token. Not the pegged token, not 1:1 backed by anything.'

/** One launch; the same under the path with the chain's prefix. */
export function tokenPage(path: string): SitePage {
  return {
    path,
    title: 'A launch',
    async render(site, { params }) {
      const asked = params['token'] ?? ''
      if (!/^0x[0-9a-fA-F]{40}$/.test(asked)) return unknownToken(asked)
      try {
        return show(site, await site.read('getLaunchToken', { address: asked }), asked)
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not_found') return unknownToken(asked)
        return { ...shell('A launch', asked), description: 'A token on its bonding curve.' }
      }
    },
  }
}

function shell(title: string, asked: string): Omit<Framed, 'description'> {
  return {
    title,
    path: `/launch/${asked}`,
    section: '/launch',
    bodyClass: 'page-token',
    entry: 'token',
    main: html`<main class="page token" id="main"><div id="app"></div></main>`,
  }
}

async function show(site: Site, token: Token, asked: string): Promise<Framed> {
  const first = { [urlOf(reads.token(asked))]: token, ...(await prefetch(site, firstReads(site, token))) }
  const { app, data } = await drawApp(site, { entry: 'token', path: `/launch/${asked}`, first })
  const { name, symbol, address } = token
  const cap = `${short(BigInt(token.marketCapEth))} ETH market cap`
  const standing = token.graduated
    ? 'Graduated into a locked Uniswap v4 pool.'
    : `${percent(token.progressBps)} of the way to graduation.`
  return {
    ...shell(`${name} (${symbol}) ${cap}`, address),
    description: `${WARNING} ${cap}. ${standing}`,
    data,
    image: {
      url: `${site.baseUrl}${sharePath(address)}`,
      words: `${name} (${symbol}): ${cap}. ${standing}`,
    },
    markdown: `# ${name} (${symbol})\n\n${WARNING}\n\n- Address: ${address}\n- ${cap}\n- ${standing}\n- JSON: ${site.baseUrl}${urlOf(reads.token(address))}\n`,
    main: html`<main class="page token" id="main">${app}</main>`,
  }
}

/** The reads that the page's script starts with. */
function firstReads(site: Site, { address, creator, createdAtTimestamp }: Token): Read[] {
  const age = createdAtTimestamp === null ? 0 : (site.now() - Date.parse(createdAtTimestamp)) / 1000
  return [
    reads.candles(address, candleInterval(age)),
    reads.trades({ address }),
    reads.holders(address),
    reads.stats(),
    reads.creatorSummary(creator),
    reads.preview(address),
  ]
}

function unknownToken(asked: string): Framed {
  return noSuch({
    title: 'No such token',
    description: `No token of this launchpad has the address ${asked.slice(0, 64)}.`,
    help: 'Check every character. A launch appears here about a second after it is mined.',
    list: { path: '/launch', label: 'All launches' },
  })
}
