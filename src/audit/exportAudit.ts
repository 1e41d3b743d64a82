import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { auditor } from '#core/Access.ts'
import { AUDIT_EVENTS, type AuditEntry } from '#core/AuditLog.ts'
import { PLAIN_TEXT } from '#core/ListQuery.ts'
import { defineRaw, type Operation } from '#core/Operation.ts'
import { Timestamp } from '#core/wire.ts'

const Request = z.strictObject({
  format: z.enum(['ndjson', 'csv']).default('ndjson').meta({ description: 'One JSON object per line, or CSV.' }),
  from: Timestamp.optional().meta({ description: 'Start of the range, included. Default: the first entry' }),
  to: Timestamp.optional().meta({ description: 'End of the range, not included. Default: now' }),
  developerId: z.string().max(64).regex(PLAIN_TEXT, 'must be the id of a developer').optional(),
  event: z.enum(AUDIT_EVENTS).optional(),
})

type ExportRequest = z.output<typeof Request>
type Row = AuditEntry & { id: string; at: Date; count: number }

const COLUMNS = ['id', 'at', 'event', 'developerId', 'target', 'actor', 'address', 'detail', 'count'] as const
const PAGE = 1_000
const TYPES = { ndjson: 'application/x-ndjson', csv: 'text/csv; charset=utf-8' }

export function exportAudit(kysely: Kysely<unknown>): Operation {
  return defineRaw({
    name: 'exportAudit',
    method: 'GET',
    path: '/api/admin/audit/export',
    tag: 'operations',
    summary: 'Export the audit log of all developers, oldest first.',
    description:
      'For operators, and for their keys with the read-only scope `audit:read`. The response is a stream; an export that fails partway ends without a final line break.',
    access: auditor,
    limit: 'stream',
    errors: ['unavailable'],
    contentType: 'application/x-ndjson',
    request: Request,
    response: z.string(),
    async respond(wanted) {
      // A database that does not respond causes a 503, not a truncated export.
      const first = await readPage(kysely, wanted, '')
      const headers = {
        'content-type': TYPES[wanted.format],
        'content-disposition': `attachment; filename="audit.${wanted.format}"`,
      }
      return new Response(ReadableStream.from(lines(kysely, wanted, first)).pipeThrough(new TextEncoderStream()), {
        headers,
      })
    },
  })
}

/**
 * Reads a page only when the one before was taken, so that a slow reader holds one page. The break after a line comes with
 * the next line or the end, so that only a whole export ends with one.
 */
async function* lines(kysely: Kysely<unknown>, wanted: ExportRequest, first: Row[]): AsyncGenerator<string> {
  const isCsv = wanted.format === 'csv'
  if (isCsv) yield COLUMNS.join(',')
  let isBegun = isCsv
  for (let rows = first, last = rows.at(-1); last; rows = await readPage(kysely, wanted, last.id), last = rows.at(-1)) {
    yield (isBegun ? '\n' : '') + rows.map(isCsv ? toCsv : toJson).join('\n')
    isBegun = true
  }
  if (isBegun) yield '\n'
}

async function readPage(
  kysely: Kysely<unknown>,
  { from, to, developerId, event }: ExportRequest,
  after: string,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, at, event, developer_id as "developerId", target, actor, address, detail, count from audit_log
    where id > ${after} and (${from ?? null}::timestamptz is null or at >= ${from ?? null})
      and (${to ?? null}::timestamptz is null or at < ${to ?? null})
      and (${developerId ?? null}::text is null or developer_id = ${developerId ?? null})
      and (${event ?? null}::text is null or event = ${event ?? null})
    order by id limit ${PAGE}`.execute(kysely)
  return rows
}

function toJson(row: Row): string {
  return JSON.stringify(Object.fromEntries(COLUMNS.map((name) => [name, row[name]])))
}

function toCsv(row: Row): string {
  return COLUMNS.map((name) => cell(row[name])).join(',')
}

/**
 * An apostrophe keeps spreadsheets from running text that others wrote as a formula, also those that begin a cell after a
 * semicolon, as in countries with a decimal comma.
 */
function cell(value: Row[keyof Row]): string {
  if (value === null) return ''
  const text = value instanceof Date ? value.toISOString() : String(value)
  const safe = text.replaceAll(/^(?=[=+\-@\t\r])|(?<=[;\t\r\n])(?=[=+\-@])/g, "'")
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
