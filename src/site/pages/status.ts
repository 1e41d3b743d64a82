import type { Answers } from '#site/Answers.ts'
import { type Html, html } from '#site/html.ts'
import { developerPage } from './developers/layout.ts'
import type { SitePage } from './SitePage.ts'
import { faultTestsOf, outagesOf } from './statusHistory.ts'

type Health = Answers['getHealth']
type Status = Answers['getDeveloperStatus']
type Chain = Health['trading']['chains'][number]

const MINUTE_MS = 60_000
const TITLE = 'Status'
const DESCRIPTION = 'The current state of the service, from the health document.'

export const status: SitePage = {
  path: '/status',
  title: TITLE,
  async render(site) {
    const found = await site.read('getDeveloperStatus', {})
    const health = await site.read('getHealth', {}).catch((): undefined => undefined)
    const past = await site.read('getHealthHistory', {}).catch((): undefined => undefined)
    const tests = await site.read('getReliability', {})
    const rows = rowsOf(found, health)
    const isWell = health?.status === 'ok'
    return developerPage(site, {
      title: TITLE,
      description: DESCRIPTION,
      path: '/status',
      lead: isWell ? 'Everything is running.' : 'Something is not right.',
      aside: html`<a class="button" href="/api/health">Health as JSON</a>`,
      body: html`
          <section class="card rounded">
            <div class="scroll-x" tabindex="0">
              <table class="table wraps">
                <thead>
                  <tr><th scope="col">Part</th><th scope="col">State</th><th scope="col">Facts</th></tr>
                </thead>
                <tbody>${rows}</tbody>
              </table>
            </div>
          </section>
          ${outagesOf(past)}
          ${faultTestsOf(tests)}
          <section class="card">
            <div class="header"><h2>This deployment</h2></div>
            <div class="body">
              <dl class="key-values measured">
                <div><dt>Version</dt><dd>${found.version}</dd></div>
                <div><dt>Network</dt><dd>${found.network}</dd></div>
                <div><dt>Running since</dt><dd>${found.startedAt.slice(0, 19).replace('T', ' ')} UTC</dd></div>
                <div><dt>Operations</dt><dd>${found.operations}</dd></div>
                <div><dt>Signers</dt><dd>none: wallets sign</dd></div>
              </dl>
            </div>
          </section>
      `,
      markdown: `# Status\n\n${health?.status ?? 'unknown'}\n\n- Version ${found.version}, ${found.network}, since ${found.startedAt}\n- [Status document](${site.baseUrl}/api/developer/status)\n- [Health](${site.baseUrl}/api/health)\n- [Past outages](${site.baseUrl}/api/health/history)\n- [Fault tests](${site.baseUrl}/status/reliability): ${tests.message}\n`,
    })
  },
}

function rowsOf(found: Status, health: Health | undefined): Html[] {
  const chains = health?.trading.chains ?? []
  const used = chains.filter(({ status: state }) => state !== 'unused')
  const { kind, serverVersion, durability } = found.database
  return [
    row('API', health?.status ?? 'unknown', `${found.operations} operations`),
    row(
      'Database',
      health?.database.status ?? 'unknown',
      sentenceOf([
        `PostgreSQL ${serverVersion}, ${kind}`,
        answersIn(health?.database.latencyMs),
        SURVIVES[durability.level],
        durability.dataChecksums && 'checksums on',
      ]),
    ),
    ...used.map((chain) => row(`${chain.name} (${chain.chainId})`, chain.status, factsOf(chain))),
    row(
      'Other chains',
      'not used yet',
      `${chains.length - used.length} more are configured and connected on first use`,
    ),
  ]
}

const SURVIVES = {
  disk: 'durable writes',
  process: 'writes survive a crash, but not a power loss',
}

function factsOf({ head, headAgeMs, rpcLatencyMs, contractsPresent }: Chain): string {
  return sentenceOf([
    head !== null && `newest block ${Number(head).toLocaleString('en-US')}`,
    headAgeMs !== null && `${lengthOf(headAgeMs)} old`,
    answersIn(rpcLatencyMs),
    contractsPresent !== null && (contractsPresent ? 'contracts deployed' : 'contracts missing'),
  ])
}

function answersIn(ms: number | null | undefined): string | false {
  return typeof ms === 'number' && `answers in ${ms < 1 ? 'less than 1' : Math.round(ms)} ms`
}

function lengthOf(ms: number): string {
  return ms < MINUTE_MS ? `${(ms / 1000).toFixed(1)} s` : `${Math.floor(ms / MINUTE_MS).toLocaleString('en-US')} min`
}

function sentenceOf(parts: (string | false)[]): string {
  return parts.filter((part) => part !== false).join(', ')
}

function row(name: string, state: string, facts: string): Html {
  const tone = { ok: 'ok', 'not used yet': 'line' }[state] ?? 'warn'
  return html`
    <tr>
      <td><b class="bold">${name}</b></td><td><span class="chip ${tone}">${state}</span></td>
      <td class="muted text-compact">${facts}</td>
    </tr>
  `
}
