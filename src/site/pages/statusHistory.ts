import type { Answers } from '#site/Answers.ts'
import { type Html, html } from '#site/html.ts'

type History = Answers['getHealthHistory']
type Reliability = Answers['getReliability']
type Table = { title: string; lead: string; href: string; columns: readonly string[]; rows: readonly Html[] }

const TONES: Record<string, string> = { held: 'ok', 'not run': 'line' }

/** Past outages, newest first, or a note if the database does not respond. */
export function outagesOf(past: History | undefined): Html {
  const outages = past?.outages ?? []
  const lead = past ? `None in ${past.retentionDays} days.` : 'They cannot be read at the moment.'
  return table({
    title: 'Past outages',
    lead: outages.length === 0 ? lead : '',
    href: '/api/health/history',
    columns: ['Part', 'From', 'Until', 'Reason'],
    rows: outages.map(
      ({ part, detail, startedAt, endedAt }) => html`
        <tr>
          <td><b class="bold">${part}</b></td><td>${minuteOf(startedAt)}</td>
          <td>${endedAt === null ? 'now' : minuteOf(endedAt)}</td><td class="muted text-compact">${detail ?? ''}</td>
        </tr>
      `,
    ),
  })
}

/** The table that the fault tests wrote. */
export function faultTestsOf({ message, version, endedAt, rows }: Reliability): Html {
  return table({
    title: 'Fault tests',
    lead: endedAt === null ? message : `${message} Version ${version}, ${minuteOf(endedAt)}.`,
    href: '/status/reliability',
    columns: ['Fault', 'State', 'Injected', 'Seen'],
    rows: rows.map(
      ({ row, state, injected, figures }) => html`
        <tr>
          <td><b class="bold">${row}</b></td><td><span class="chip ${TONES[state] ?? 'warn'}">${state}</span></td>
          <td class="muted text-compact">${injected}</td><td class="muted text-compact">${figures}</td>
        </tr>
      `,
    ),
  })
}

function table({ title, lead, href, columns, rows }: Table): Html {
  return html`
    <section class="card rounded">
      <div class="header"><h2>${title}</h2><a href="${href}">JSON</a></div>
      ${lead === '' ? '' : html`<div class="body"><p>${lead}</p></div>`}
      ${
        rows.length === 0
          ? ''
          : html`
            <div class="scroll-x" tabindex="0">
              <table class="table wraps">
                <thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
                <tbody>${rows}</tbody>
              </table>
            </div>
          `
      }
    </section>
  `
}

function minuteOf(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`
}
