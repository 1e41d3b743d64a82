import { codeBlock, codeTabs } from '#site/codeTabs.ts'
import { type Html, html } from '#site/html.ts'
import type { SitePage } from '#site/pages/SitePage.ts'
import type { Site } from '#site/Site.ts'
import { developerPage } from './layout.ts'
import { type Described, operationsOf } from './OpenApi.ts'
import { snippetsOf } from './snippets.ts'

const LEAD =
  'Every operation of this deployment, from its live OpenAPI document. Operations that are not listed do not exist.'

async function readOperations(site: Site): Promise<Map<string, Described[]>> {
  const operations = operationsOf(await site.read('getOpenApi', {}))
  // Discovery documents are for machines and come last.
  return Map.groupBy([...operations.filter(isNoDiscovery), ...operations.filter((one) => !isNoDiscovery(one))], tagOf)
}

const tagOf = ({ tag }: Described) => tag
const isNoDiscovery = ({ tag }: Described) => tag !== 'discovery'

export const reference: SitePage = {
  path: '/developers/reference',
  title: 'API reference',
  async render(site) {
    const groups = [...(await readOperations(site))]
    const cards = groups.map(
      ([tag, operations]) =>
        html`
          <section class="card" aria-labelledby="tag-${tag}">
            <div class="header">
              <h2 id="tag-${tag}"><a href="/developers/reference/${tag}">${tag}</a></h2>
              <span class="faint text-small">${operations.length === 1 ? '1 operation' : `${operations.length} operations`}</span>
            </div>
            <ul class="operations">${operations.map((one) => row(one))}</ul>
          </section>
        `,
    )
    return developerPage(site, {
      title: 'API reference',
      description: LEAD,
      path: '/developers/reference',
      lead: LEAD,
      body: html`<p><a href="/api/developer/openapi.json">OpenAPI document</a></p>${cards}`,
      markdown: `# API reference\n\n${LEAD}\n\n${groups
        .flatMap(([, list]) => list)
        .map(({ method, path, summary }) => `- \`${method} ${path}\`: ${summary}`)
        .join('\n')}\n`,
    })
  },
}

function row({ id, method, path, summary, tag }: Described): Html {
  return html`
    <li>
      <a href="/developers/reference/${tag}#${id}">
        <span class="verb">${method}</span><code class="path">${path}</code>
      </a>
      <span class="muted text-compact">${summary}</span>
    </li>
  `
}

export const referenceTag: SitePage = {
  path: '/developers/reference/{tag}',
  title: 'API reference',
  async render(site, { params }) {
    const tag = params['tag'] ?? ''
    const operations = (await readOperations(site)).get(tag)
    const path = `/developers/reference/${operations ? tag : ''}`
    if (!operations)
      return developerPage(site, {
        title: 'Unknown section',
        description: LEAD,
        path,
        lead: 'The API reference has no section with this name.',
        body: html`<p><a href="/developers/reference">All sections</a></p>`,
        status: 404,
      })
    return developerPage(site, {
      title: `Reference: ${tag}`,
      description: `${operations.length} operations of ${tag}.`,
      path,
      lead: `${operations.length} operations. Errors have the same form everywhere.`,
      body: html`${operations.map((one) => section(one, site.baseUrl))}`,
      markdown: `# Reference: ${tag}\n\n${operations.map(({ method, path: at, summary, access }) => `## ${method} ${at}\n\n${summary} ${access}`).join('\n\n')}\n`,
    })
  },
}

function section(operation: Described, baseUrl: string): Html {
  const { id, method, path, summary, description, access, fields, answer, answered, failures } = operation
  return html`
    <section class="reference" aria-labelledby="${id}">
      <div class="reference-text">
        <p class="row"><span class="verb">${method}</span><code class="path">${path}</code></p>
        <h2 id="${id}">${summary.replace(/\.$/, '')}</h2>
        ${description && html`<p class="muted">${description}</p>`}<p class="muted">${access}</p>
        ${fields.length > 0 && html`<ul class="fields">${fields.map(field)}</ul>`}
        ${
          answered.length > 0 &&
          html`
            <details>
              <summary class="text-compact">${answered.length} response fields</summary>
              <ul class="fields">${answered.map(responseField)}</ul>
            </details>
          `
        }
        <details class="tries"><summary>Try it</summary>${tryIt(operation)}</details>
      </div>
      <div class="reference-code stack">
        ${codeTabs(`code-${id}`, snippetsOf(operation, baseUrl))}
        ${answer !== undefined && codeBlock('Response', JSON.stringify(answer, null, 2))}
        <details>
          <summary class="text-compact">${failures.length} possible errors</summary>
          <ul class="text-compact">
            ${failures.map(
              ({ status, codes }) => html`
  <li>
    <b class="bold">${status}</b> ${codes.split(', ').map((code) => html`<a href="/developers/errors/${code}"><code>${code}</code></a> `)}
  </li>
`,
            )}
          </ul>
        </details>
      </div>
    </section>
  `
}

function responseField({ name, type, isRequired, description }: Described['fields'][number]): Html {
  return html`
    <li>
      <p>
        <code>${name}</code> <span class="faint text-small">${type}${!isRequired && ', may be missing'}</span>
      </p>
      ${description && html`<p class="muted text-compact">${description}</p>`}
    </li>
  `
}

function field({ name, where, type, isRequired, description }: Described['fields'][number]): Html {
  return html`
    <li>
      <p>
        <code>${name}</code> <span class="faint text-small">${type}${where !== 'body' && `, in ${where}`}</span>
        ${isRequired ? html` <span class="required">required</span>` : html` <span class="required faint">optional</span>`}
      </p>
      ${description && html`<p class="muted text-compact">${description}</p>`}
    </li>
  `
}

/** A form that sends the request from this page; the key is not stored. */
function tryIt({ id, method, path, fields, example }: Described): Html {
  const inputs = fields.filter(({ where }) => where !== 'body')
  return html`
    <form class="stack" data-request="${method} ${path}">
      ${inputs.map(
        ({ name, isRequired }) =>
          html`
        <div class="field">
          <label for="${id}-${name}">${name}</label>
          <div class="input">
            <input class="mono" id="${id}-${name}" name="${name}" autocomplete="off"${isRequired && html` required`}>
          </div>
        </div>
      `,
      )}
      ${
        example !== undefined &&
        html`
  <div class="field">
    <label for="${id}-body">Body</label>
    <textarea class="mono try-body" id="${id}-body" name="body" rows="8" spellcheck="false">
      ${JSON.stringify(example, null, 2)}
    </textarea>
  </div>
`
      }
      <div class="field">
        <label for="${id}-key">API key or session token</label>
        <div class="input">
          <input class="mono" id="${id}-key" name="key" type="password" autocomplete="off">
        </div>
      </div>
      <div class="row"><button type="submit" class="button">Send</button></div>
      <pre class="try-answer" data-answer role="status" tabindex="0" hidden></pre>
    </form>
  `
}
