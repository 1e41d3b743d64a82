import { type Code, STATUS } from '#core/ApiError.ts'
import { codeBlock } from '#site/codeTabs.ts'
import { html } from '#site/html.ts'
import type { SitePage } from '#site/pages/SitePage.ts'
import { developerPage } from './layout.ts'

type Advice = { means: string; do: string; isRetried: boolean }

/** What each code says to whoever meets it. */
const ADVICE: Record<Code, Advice> = {
  invalid_argument: {
    means: 'Something in the request cannot be read or is out of its form.',
    do: 'Read the message: it names the field and what to send. Sending the same again gives the same answer.',
    isRetried: false,
  },
  failed_precondition: {
    means: 'The request is well formed, but the state of the chain or of the account does not allow it.',
    do: 'Change what the message names (a balance, an approval, an option), then ask again.',
    isRetried: false,
  },
  out_of_range: {
    means: 'A number lies outside what is possible here.',
    do: 'Use a value inside the range that the message gives.',
    isRetried: false,
  },
  unauthenticated: {
    means: 'No key or session came along, or one that is unknown, expired or revoked.',
    do: 'Send x-api-key: <API_KEY>. A revoked key stays revoked; create a new one.',
    isRetried: false,
  },
  permission_denied: {
    means: 'The caller is known but may not do this.',
    do: 'Use a key that carries the scope named in details, or the account that owns the thing.',
    isRetried: false,
  },
  not_found: {
    means: 'There is no such path, token, pool, room or box, or you may not know of it.',
    do: 'Check the id and the chain. GET /api/developer/openapi.json lists every path.',
    isRetried: false,
  },
  already_exists: {
    means: 'What should be created is there already.',
    do: 'Read it instead of creating it again.',
    isRetried: false,
  },
  aborted: {
    means: 'The same idempotent request is still being worked on.',
    do: 'Wait a moment and send it again with the same Idempotency-Key.',
    isRetried: true,
  },
  resource_exhausted: {
    means: 'A limit is used up: requests per minute, streams, rooms, boxes.',
    do: 'Wait for the seconds in Retry-After, then go on. The RateLimit headers tell what is left.',
    isRetried: true,
  },
  unknown: {
    means: 'Something failed that has no name yet.',
    do: 'Try again; if it persists, report the x-request-id.',
    isRetried: true,
  },
  internal: {
    means: 'Something failed on our side. Nothing that was acknowledged is lost.',
    do: 'Try again; if it persists, report the x-request-id.',
    isRetried: true,
  },
  data_loss: {
    means: 'Stored data could not be read back as it was written.',
    do: 'Stop and report the x-request-id.',
    isRetried: false,
  },
  unimplemented: {
    means: 'This path does not take this method, or this deployment does not have the feature.',
    do: 'Use a method of the Allow header.',
    isRetried: false,
  },
  unavailable: {
    means: 'A part that is needed, such as a chain’s RPC or the database, cannot be reached now.',
    do: 'Try again with growing pauses. The status page says which part is away.',
    isRetried: true,
  },
  deadline_exceeded: {
    means: 'The answer took longer than is allowed.',
    do: 'Try again; ask for less at once where the request is large.',
    isRetried: true,
  },
}

const LEAD =
  'Every failure has the same form: a code, a message that says what to send instead, and details for programs.'
const CODES = Object.keys(STATUS) as Code[]

export const errors: SitePage = {
  path: '/developers/errors',
  title: 'Errors',
  render(site) {
    const rows = CODES.map(
      (code) =>
        html`<tr><td><a href="/developers/errors/${code}"><code>${code}</code></a></td><td class="num">${STATUS[code]}</td><td class="muted">${ADVICE[code].means}</td></tr>`,
    )
    return developerPage(site, {
      title: 'Errors',
      description: LEAD,
      path: '/developers/errors',
      lead: LEAD,
      body: html`<section class="card"><div class="scroll-x" tabindex="0"><table class="tbl wraps"><thead><tr><th scope="col">Code</th><th scope="col" class="num">Status</th><th scope="col">Means</th></tr></thead><tbody>${rows}</tbody></table></div></section>`,
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
    const example = JSON.stringify(
      {
        code,
        message: 'What is wrong, and what to send instead.',
        details: [{ type: 'field', value: 'name of the field' }],
      },
      null,
      2,
    )
    return developerPage(site, {
      title: known,
      description: means,
      path: `/developers/errors/${known}`,
      lead: means,
      body: html`<section class="qs"><div><dl class="kv"><div><dt>Status</dt><dd>${STATUS[known]}</dd></div><div><dt>Try again?</dt><dd>${isRetried ? 'Yes, after a pause' : 'No, the same request fails again'}</dd></div></dl><h2>What to do</h2><p>${advice}</p><p><a href="/developers/errors">All codes</a></p></div>${codeBlock(`${STATUS[known]} ${known}`, example)}</section>`,
      markdown: `# ${known}\n\n${means}\n\n${advice}\n`,
    })
  },
}

function missing(site: Parameters<SitePage['render']>[0], code: string) {
  return developerPage(site, {
    title: 'No such code',
    description: 'This error code does not exist.',
    path: '/developers/errors',
    lead: `“${code.slice(0, 40)}” is no code of this API.`,
    body: html`<p><a href="/developers/errors">All codes</a></p>`,
    status: 404,
  })
}
