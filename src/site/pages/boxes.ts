import type { Answers } from '#site/Answers.ts'
import type { Framed } from '#site/frame.ts'
import { html } from '#site/html.ts'
import type { Site } from '#site/Site.ts'
import { noSuch } from './noSuch.ts'
import type { SitePage } from './SitePage.ts'

type Agents = Answers['listBoxAgents']

const LEAD = 'An agent in its own isolated process: it reads, explains and prepares. It holds no keys and cannot sign.'

export const boxes: SitePage = {
  path: '/boxes',
  title: 'Boxes',
  async render(site) {
    const { agents, first } = await readAgents(site)
    const items = agents.map(({ title, description }) => html`<li><b>${title}</b>: ${description}</li>`)
    const lines = agents.map(({ id, title, description }) => `- ${title} (\`${id}\`): ${description}`)
    return {
      title: 'Boxes',
      description: LEAD,
      path: '/boxes',
      section: '/boxes',
      bodyClass: 'page-arena page-boxes',
      entry: 'boxes',
      first,
      markdown: `# Boxes\n\n${LEAD}\n\n${lines.join('\n')}\n\nJSON: ${site.baseUrl}/api/boxes/agents\n`,
      main: html`
        <main class="page" id="main">
          <div id="app">
            <div class="head"><div class="grow"><h1>Boxes</h1><p class="muted">${LEAD}</p></div></div>
          </div>
          <noscript><ul>${items}</ul></noscript>
        </main>
      `,
    }
  },
}

const BOX_ID = /^box_[0-9a-z]{26}$/

export const box: SitePage = {
  path: '/boxes/{boxId}',
  title: 'A box',
  async render(site, { params }) {
    const boxId = params['boxId'] ?? ''
    if (!BOX_ID.test(boxId)) return noBox()
    const { first } = await readAgents(site)
    return {
      title: 'A box',
      description: 'An agent in its own isolated process.',
      path: `/boxes/${boxId}`,
      section: '/boxes',
      bodyClass: 'page-room',
      entry: 'box',
      isHidden: true,
      first,
      main: html`
        <main class="room-layout box-layout" id="main">
          <div id="app"></div>
          <noscript>
            <p>
              This page needs JavaScript. Without it, use the API: <a href="/developers/reference">reference</a>.
            </p>
          </noscript>
        </main>
      `,
    }
  },
}

/** The catalogue for the page and its script; empty if it cannot be read, and the script reads it again. */
async function readAgents(site: Site): Promise<Agents & { first: Record<string, unknown> }> {
  const answer = await site.read('listBoxAgents', {}).catch((): undefined => undefined)
  return { agents: answer?.agents ?? [], first: answer === undefined ? {} : { '/api/boxes/agents': answer } }
}

function noBox(): Framed {
  return noSuch({
    title: 'No such box',
    description: 'There is no box with this id.',
    help: 'A box id is box_ and 26 letters and digits.',
    list: { path: '/boxes', label: 'All boxes' },
  })
}
