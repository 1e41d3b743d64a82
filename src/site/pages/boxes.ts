import type { Framed } from '#site/frame.ts'
import { html } from '#site/html.ts'
import type { Site } from '#site/Site.ts'
import type { SitePage } from './SitePage.ts'

type Agent = { id: string; title: string; description: string }

const LEAD =
  'An agent in an isolated process of its own: it reads, explains and prepares. It holds no keys and can sign nothing.'

/** The agents to choose from, and one's own boxes. */
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
      bodyClass: 'p-arena p-boxes',
      entry: 'boxes',
      first,
      markdown: `# Boxes\n\n${LEAD}\n\n${lines.join('\n')}\n\nJSON: ${site.baseUrl}/api/boxes/agents\n`,
      main: html`<main class="page" id="main"><div id="app"><div class="head"><div class="grow"><h1>Boxes</h1><p class="muted">${LEAD}</p></div></div></div><noscript><ul>${items}</ul></noscript></main>`,
    }
  },
}

const BOX_ID = /^box_[0-9a-z]{26}$/

/** One box: what is said in it, what it may do, its files and its log. */
export const box: SitePage = {
  path: '/boxes/{boxId}',
  title: 'A box',
  async render(site, { params }) {
    const boxId = params['boxId'] ?? ''
    if (!BOX_ID.test(boxId)) return noBox()
    const { first } = await readAgents(site)
    return {
      title: 'A box',
      description: 'An agent in a process of its own.',
      path: `/boxes/${boxId}`,
      section: '/boxes',
      bodyClass: 'p-room',
      entry: 'box',
      isHidden: true,
      first,
      main: html`<main class="room3 box3" id="main"><div id="app"></div><noscript><p>A box is talked to with scripts, or with the API: <a href="/developers/reference">reference</a>.</p></noscript></main>`,
    }
  },
}

/** What the scripts would ask for first; they read it themselves where it cannot be read now. */
async function readAgents(site: Site): Promise<{ agents: Agent[]; first: Record<string, unknown> }> {
  const answer = await site.read('listBoxAgents', {}).catch((): undefined => undefined)
  const agents = (answer as { agents: Agent[] } | undefined)?.agents ?? []
  return { agents, first: answer === undefined ? {} : { '/api/boxes/agents': answer } }
}

function noBox(): Framed {
  return {
    title: 'No such box',
    description: 'There is no box with this id.',
    path: '/boxes',
    section: '/boxes',
    status: 404,
    isHidden: true,
    main: html`<main class="page" id="main"><div class="empty"><b>There is no box with this id</b><span>The id of a box is box_ and 26 letters and digits.</span><a class="btn" href="/boxes">All boxes</a></div></main>`,
  }
}
