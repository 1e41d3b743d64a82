import type { Kysely } from 'kysely'
import type { Database } from '#database/Database.ts'
import { assertCurrentTerm, elect, type Term } from '#database/LeaderElection.ts'
import { pause } from '#database/pause.ts'
import { transaction } from '#database/transaction.ts'
import type { Context } from '#mandates/Context.ts'
import { isEnd, type OrderStatus, orderStatus } from '#mandates/rules/orderStatus.ts'
import * as Orders from '#mandates/store/Orders.ts'
import type { OrderRow } from '#mandates/store/tables.ts'
import { readRows } from './readRows.ts'

const EVERY_MS = 2_000
const FORGET_EVERY_MS = 60 * 60_000
const PART = 100

/** Takes orders out of the feed once the chain has ended them, in one process at a time. */
export function watchOrders(context: Context, database: Database): AsyncDisposable {
  return elect(database, {
    name: 'orders',
    async onElected(term, over) {
      let forgotAt = 0
      while (!over.aborted) {
        await watchOnce(context, term).catch((err) => database.log.debug({ err }, 'failed to read the state of orders'))
        if (performance.now() - forgotAt > FORGET_EVERY_MS) {
          forgotAt = performance.now()
          await Orders.forgetOld(context.store).catch((err) =>
            database.log.warn({ err }, 'failed to delete old orders'),
          )
        }
        await pause(EVERY_MS, over)
      }
    },
  })
}

async function watchOnce(context: Context, term: Term): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await Orders.readUnsettled(context.store, after, PART)
    if (rows.length > 0) await settle(context, rows, term)
    if (rows.length < PART) return
    after = rows.at(-1)?.seq ?? after
  }
}

async function settle(context: Context, rows: readonly OrderRow[], term: Term): Promise<void> {
  for (const { row, order, facts } of await readRows(context, rows, { isQuoted: false }))
    await change(context, row, { status: orderStatus(facts, order), term })
}

/** An order that has ended comes back if the chain replaces the block of its end. */
async function change(context: Context, row: OrderRow, { status, term }: { status: OrderStatus; term: Term }) {
  const isOpen = row.ended_at === null
  if (isOpen !== isEnd(status) || row.ended_as === 'displaced') return
  const event = await transaction(context.store, async (tx) => {
    await assertCurrentTerm(tx as unknown as Kysely<unknown>, term)
    return isEnd(status) ? Orders.end(tx, row.hash, status) : Orders.reopen(tx, row)
  })
  if (event) context.feed.committed([event])
}
