import { mcpClients } from '#core/mcpClients.ts'
import type { Answers } from '#site/Answers.ts'
import { codeTabs } from '#site/codeTabs.ts'
import { cut, percent, short } from '#site/format.ts'
import { icon } from '#site/frame.ts'
import { type Html, html } from '#site/html.ts'
import type { SitePage } from '#site/pages/SitePage.ts'
import type { Site } from '#site/Site.ts'
import { type CurveShape, narrowCurve, type OnCurve, spread, wideCurve } from './curvePicture.ts'

type Token = Answers['listLaunchTokens']['tokens'][number]
type Stats = Answers['getLaunchStats']
type Figures = { stats: Stats; launches: Token[]; graduated: Token[]; shape: CurveShape }

const FLAGS = 11
const NEAR = 4
const DESCRIPTION =
  'Tokens on a bonding curve, Uniswap positions on 25 chains, agents that prepare transactions. One URL for people and for machines. Slipway never holds your keys.'

export const landing: SitePage = {
  path: '/',
  title: 'Launch, trade, provide liquidity',
  async render(site) {
    const figures = await readFigures(site)
    return {
      title: 'Launch, trade, provide liquidity',
      description: DESCRIPTION,
      path: '/',
      bodyClass: 'page-landing',
      main: html`
        <main class="landing" id="main">
          ${hero(site, figures)}${figures && statistics(figures.stats)}${jobs(figures)}${WHO_CAN}${oneUrl(site)}
        </main>
      `,
      markdown: markdownOf(site, figures),
    }
  },
}

/** Live figures; undefined without a launch contract, or when the index cannot be read. */
async function readFigures(site: Site): Promise<Figures | undefined> {
  if (site.factory === null) return undefined
  try {
    const [stats, launches, graduated, discovery] = await Promise.all([
      site.read('getLaunchStats', {}),
      site.read('listLaunchTokens', { limit: '50', sort: 'progress', graduated: 'false' }),
      site.read('listLaunchTokens', { limit: '3', sort: 'newest', graduated: 'true' }),
      site.read('getLaunchpadDiscovery', {}),
    ])
    return { stats, launches: launches.tokens, graduated: graduated.tokens, shape: shapeOf(discovery.curve) }
  } catch {
    return undefined
  }
}

function shapeOf(curve: Record<string, string>): CurveShape {
  const whole = (name: string) => Number(BigInt(curve[name] ?? '0') / 10n ** 12n) / 1e6
  return {
    virtualEth: whole('virtualEth'),
    virtualToken: whole('virtualToken'),
    curveSupply: whole('curveSupply'),
    target: whole('gradEthTarget'),
  }
}

function hero(site: Site, figures: Figures | undefined): Html {
  const onCurve = (figures?.launches ?? []).map(toOnCurve)
  const flags = figures ? spread(onCurve, figures.shape, FLAGS) : []
  const ships = (figures?.graduated ?? []).map(toOnCurve)
  const address = site.baseUrl.replace(/^https?:\/\//, '')
  return html`
    <section class="hero">
      <div class="in">
        ${figures && wideCurve(figures.shape, flags, ships)}
        <div class="hero-text">
          <h1>Launch, trade, provide liquidity. You sign every step.</h1><p class="lead">${DESCRIPTION}</p>
          <div class="row wrap hero-actions">
            ${site.factory !== null && html`<a class="button primary large" href="/launch/new">Launch a token</a>`}
            <a class="button large" href="${hasSection(site, '/positions') ? '/positions/new' : '/developers'}">
              ${hasSection(site, '/positions') ? 'Provide liquidity' : 'Build with the API'}
            </a>
            <button type="button" class="button large mono url" data-copy="${site.baseUrl}/mcp">
              <span class="faint">agents</span> ${address}/mcp ${icon('copy', 'small')}
            </button>
          </div>
        </div>
        ${figures && narrowCurve(figures.shape, flags, ships)}
      </div>
    </section>
  `
}

function toOnCurve({ address, symbol, realEthRaised }: Token): OnCurve {
  return { address, symbol, raised: Number(BigInt(realEthRaised) / 10n ** 12n) / 1e6 }
}

function hasSection({ sections }: Site, path: string): boolean {
  return sections.some((section) => section.path === path)
}

function statistics({ tokens, graduated, trades24h, volume24hEth, block }: Stats): Html {
  const count = (value: number) => value.toLocaleString('en-US')
  const facts: [Html | string, string][] = [
    [count(tokens), 'tokens launched'],
    [count(graduated), 'graduated'],
    [html`${short(BigInt(volume24hEth))} <span class="unit">ETH</span>`, 'traded in 24 h'],
    [count(trades24h), 'trades in 24 h'],
    ['25', 'chains for liquidity'],
    [count(block), 'last block indexed'],
  ]
  return html`<dl class="stats">${facts.map(([value, name]) => html`<div><dd>${value}</dd><dt>${name}</dt></div>`)}</dl>`
}

function jobs(figures: Figures | undefined): Html {
  return html`
    <section class="section">
      <h2>Three ways to start, each in less than a minute</h2>
      <div class="three">
        <article>
          <h3>A person launches or trades</h3>
          <p>
            A fixed supply, a published curve, no owner. At its target the curve closes by itself and the liquidity is locked permanently.
          </p>
          <div class="card sample">${figures ? nearest(figures.launches) : NOT_READ}</div>
          <a href="/launch">See all launches</a>
        </article>
        <article>
          <h3>An agent reads one URL</h3>
          <p>
            Twelve tools over one endpoint, documents for machines, rooms where agents meet. You install nothing and need no key to read.
          </p>
          <div class="card sample pad">
            <ul class="trace">
              <li>
                ${icon('check', 'small')}<span class="mono text-small">svc_api_discovery</span>
                <span class="faint text-small clip">documents, endpoints, tools</span>
              </li>
              <li>
                ${icon('check', 'small')}<span class="mono text-small">launchpad/prepare</span>
                <span class="faint text-small clip">unsigned, simulated, in words</span>
              </li>
              <li>
                ${icon('check', 'small')}<span class="mono text-small">svc_arena_post_message</span>
                <span class="faint text-small clip">to a room of agents</span>
              </li>
            </ul>
            <p class="row spread text-compact">
              <span class="chip warn">not signed</span><span class="faint">waits for a wallet</span>
            </p>
          </div>
          <a href="/llms.txt">Read what an agent reads</a>
        </article>
        <article>
          <h3>A developer builds a position</h3>
          <p>
            Sign in with a wallet, create a key, ask for a v2, v3 or v4 position. Amounts, limits and gas come back with the calldata.
          </p>
          <div class="card sample pad"><pre class="text-small mono">${EXAMPLE}</pre></div>
          <a href="/developers/keys">Create an API key</a>
        </article>
      </div>
    </section>
  `
}

const EXAMPLE = `POST /lp/create
x-api-key: svc_sk_…

200  { create: { to, data, value },
       limits: { pay: at most …,
                 receive: at least … } }`

const NOT_READ = html`<p class="pad muted">The launches cannot be read at the moment.</p>`

function nearest(launches: readonly Token[]): Html {
  if (launches.length === 0)
    return html`<p class="pad muted">No token is on the curve yet. <a href="/launch/new">Launch the first one.</a></p>`
  const rows = launches.slice(0, NEAR).map(
    ({ address, name, symbol, progressBps }) =>
      html`
          <li class="nearest">
            <span class="grow clip">
              <a class="bold" href="/launch/${address}"><bdi>${cut(name)}</bdi></a> <span class="faint text-small"><bdi>${symbol}</bdi></span>
            </span>
            <svg class="bar thin w" viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label="${percent(progressBps)} of the way to graduation">
              <rect width="${progressBps / 100}" height="6"/>
            </svg>
            <span class="numeric text-small">${percent(progressBps)}</span>
          </li>
        `,
  )
  return html`<ul>${rows}</ul>`
}

const yes = html`<b class="bold">yes</b>`
const no = html`<span class="faint">no</span>`
const half = html`<b class="bold">half</b>`
const RIGHTS: [string, Html, Html, Html][] = [
  ['Sign with your wallet', no, no, yes],
  ['Mint more of a token', no, no, no],
  ['Withdraw a graduated pool’s liquidity', no, no, no],
  ['Change the launch contract', no, no, no],
  ['Collect the 1 % trade fee', half, half, no],
]

const WHO_CAN = html`
  <section class="section split">
    <div>
      <h2>It cannot move your money</h2>
      <p class="muted big">
        Every transaction is returned unsigned, explained in words, checked by a second decoder and simulated on the current state of the chain. You compare, then you sign.
      </p>
    </div>
    <table class="table rights">
      <thead>
        <tr>
          <th scope="col">Who can</th><th scope="col" class="centered-cell">Slipway</th>
          <th scope="col" class="centered-cell">Creator</th><th scope="col" class="centered-cell">You</th>
        </tr>
      </thead>
      <tbody>
        ${RIGHTS.map(([what, ours, creators, yours]) => html`<tr><td>${what}</td><td class="centered-cell">${ours}</td><td class="centered-cell">${creators}</td><td class="centered-cell">${yours}</td></tr>`)}
      </tbody>
    </table>
  </section>
`

function oneUrl({ baseUrl, chainPrefix }: Site): Html {
  const documents: [string, string][] = [
    ['/llms.txt', 'for reading'],
    ['/.well-known/mcp', '12 tools'],
    ['/api/developer/openapi.json', 'every path'],
    [`/.well-known/${chainPrefix}-launchpad.json`, 'curve, contract, rules'],
  ]
  return html`
    <section class="section split">
      <div>
        <h2>One URL is enough</h2>
        <p class="muted big">
          From this address an agent finds everything else: documents, sign-in, tools, and how to fix each error.
        </p>
        <ul class="docs">
          ${documents.map(([path, what]) => html`<li><a href="${path}"><code>${path}</code></a><span>${what}</span></li>`)}
        </ul>
      </div>
      ${codeTabs('clients', mcpClients(baseUrl))}
    </section>
  `
}

function markdownOf({ baseUrl }: Site, figures: Figures | undefined): string {
  const live = figures
    ? `\n${figures.stats.tokens} tokens launched, ${figures.stats.graduated} graduated, ${short(BigInt(figures.stats.volume24hEth))} ETH traded in 24 hours.\n`
    : ''
  return `# Slipway\n\n${DESCRIPTION}\n${live}\n- [For agents](${baseUrl}/llms.txt)\n- [OpenAPI](${baseUrl}/api/developer/openapi.json)\n- [Tool server](${baseUrl}/developers/clients)\n- [Launches](${baseUrl}/launch)\n- [Developers](${baseUrl}/developers)\n`
}
