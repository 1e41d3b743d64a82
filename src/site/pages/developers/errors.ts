import { type Code, STATUS } from '#core/ApiError.ts'
import { codeBlock } from '#site/codeTabs.ts'
import { html } from '#site/html.ts'
import type { SitePage } from '#site/pages/SitePage.ts'
import { developerPage } from './layout.ts'

type Advice = { means: string; do: string; isRetried: boolean }

export const ADVICE: Record<Code, Advice> = {
  invalid_argument: {
    means: 'A field of the request is missing, unknown or invalid.',
    do: 'Read the message: it names the field and the value to send. Do not repeat the same request.',
    isRetried: false,
  },
  failed_precondition: {
    means: 'The request is well formed, but the state of the chain or of the account does not allow it.',
    do: 'Change what the message names (a balance, an approval, an option), then send it again.',
    isRetried: false,
  },
  out_of_range: {
    means: 'A number is outside the allowed range.',
    do: 'Use a value in the range that the message names.',
    isRetried: false,
  },
  unauthenticated: {
    means: 'The key or session token is missing, unknown, expired or revoked.',
    do: 'Send x-api-key: <API_KEY>. A revoked key stays revoked; create a new one.',
    isRetried: false,
  },
  permission_denied: {
    means: 'The caller is authenticated but not allowed to do this.',
    do: 'Use a key with the scope named in details, or the account that owns the resource.',
    isRetried: false,
  },
  not_found: {
    means: 'The path, token, pool, room or box does not exist, or the caller may not see it.',
    do: 'Check the id and the chain. GET /api/developer/openapi.json lists every path.',
    isRetried: false,
  },
  already_exists: {
    means: 'The resource already exists.',
    do: 'Read it instead of creating it again.',
    isRetried: false,
  },
  aborted: {
    means: 'A request with the same Idempotency-Key is still in progress.',
    do: 'Wait a moment and send it again with the same Idempotency-Key.',
    isRetried: true,
  },
  resource_exhausted: {
    means: 'A limit is exceeded: requests per minute, streams, rooms or boxes.',
    do: 'Wait for the seconds in Retry-After, then continue. The RateLimit headers show the remaining quota.',
    isRetried: true,
  },
  unknown: {
    means: 'An unclassified failure.',
    do: 'Try again; if it persists, report the x-request-id.',
    isRetried: true,
  },
  internal: {
    means: 'The service failed. Acknowledged writes are not lost.',
    do: 'Try again; if it persists, report the x-request-id.',
    isRetried: true,
  },
  data_loss: {
    means: 'Stored data is damaged.',
    do: 'Stop and report the x-request-id.',
    isRetried: false,
  },
  unimplemented: {
    means: 'The path does not support this method, or the deployment does not have the feature.',
    do: 'Use a method from the Allow header.',
    isRetried: false,
  },
  unavailable: {
    means: 'The database or a chain’s RPC cannot be reached at the moment.',
    do: 'Try again with exponential backoff. The status page names the failing part.',
    isRetried: true,
  },
  deadline_exceeded: {
    means: 'The request took too long.',
    do: 'Try again; request less at once if the request is large.',
    isRetried: true,
  },
}

const LEAD =
  'Every error has the same form: a code, a message that says what to send instead, and details for programs.'
const CODES = Object.keys(STATUS) as Code[]

export const errors: SitePage = {
  path: '/developers/errors',
  title: 'Errors',
  render(site) {
    const rows = CODES.map(
      (code) =>
        html`
          <tr>
            <td><a href="/developers/errors/${code}"><code>${code}</code></a></td>
            <td class="numeric">${STATUS[code]}</td><td class="muted">${ADVICE[code].means}</td>
          </tr>
        `,
    )
    return developerPage(site, {
      title: 'Errors',
      description: LEAD,
      path: '/developers/errors',
      lead: LEAD,
      body: html`
        <section class="card">
          <div class="scroll-x" tabindex="0">
            <table class="table wraps">
              <thead>
                <tr>
                  <th scope="col">Code</th><th scope="col" class="numeric">Status</th><th scope="col">Means</th>
                </tr>
              </thead>
              <tbody>${rows}</tbody>
            </table>
          </div>
        </section>
      `,
      markdown: `# Errors\n\n${LEAD}\n\n${CODES.map((code) => `- \`${code}\` (${STATUS[code]}): ${ADVICE[code].means} ${ADVICE[code].do}`).join('\n')}\n`,
    })
  },
}

export const errorPage: SitePage = {
  path: '/developers/errors/{code}',
  title: 'Error',
  render(site, { params }) {
    const code = params['code'] ?? ''
    if (!Object.hasOwn(ADVICE, code)) return missing(site, code)
    const known = code as Code
    const { means, do: advice, isRetried } = ADVICE[known]
    const example = JSON.stringify({ code, message: means }, null, 2)
    return developerPage(site, {
      title: known,
      description: means,
      path: `/developers/errors/${known}`,
      lead: means,
      body: html`
        <section class="quickstart">
          <div>
            <dl class="key-values">
              <div><dt>Status</dt><dd>${STATUS[known]}</dd></div>
              <div>
                <dt>Try again?</dt>
                <dd>${isRetried ? 'Yes, after a pause' : 'No, the same request will fail again'}</dd>
              </div>
            </dl>
            <h2>What to do</h2><p>${advice}</p><p><a href="/developers/errors">All codes</a></p>
          </div>
          ${codeBlock(`${STATUS[known]} ${known}`, example)}
        </section>
      `,
      markdown: `# ${known}\n\n${means}\n\n${advice}\n`,
    })
  },
}

function missing(site: Parameters<SitePage['render']>[0], code: string) {
  return developerPage(site, {
    title: 'No such code',
    description: 'This error code does not exist.',
    path: '/developers/errors',
    lead: `“${code.slice(0, 40)}” is not an error code of this API.`,
    body: html`<p><a href="/developers/errors">All codes</a></p>`,
    status: 404,
  })
}
