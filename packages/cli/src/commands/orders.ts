import { setTimeout as pause } from 'node:timers/promises'
import { formatEther, parseEther } from 'viem'
import type { Command, Input } from '../Command.ts'
import { columns } from '../help.ts'
import { perform } from '../perform.ts'
import type { Session } from '../Session.ts'
import { UsageError } from '../UsageError.ts'

const EVERY_SECONDS = 2
const PAGE = '100'
/** The usual tip. Without a minimum, orders with no tip would be executed at the cost of the executor. */
const TIP_MIN = '0.0001'
/** An order that ends sooner may be over when the transaction is mined, and then costs the gas alone. */
const ENDS_AFTER_SECONDS = 15
/** A transaction that waits for longer must not keep the executor from the other orders. */
const MINED_WITHIN_MS = 60_000

export const orderCommands: readonly Command[] = [
  {
    name: 'orders list',
    summary: 'List open orders with their state on the chain.',
    options: { owner: { value: 'address', summary: 'Only orders of this account.' } },
    async run({ client }, { options: { owner } }) {
      const answer = await client.listOrders({ limit: PAGE, ...(owner !== undefined && { owner }) })
      const rows = answer.orders.map(({ id, status, kind, tip }) => [
        id,
        `${status.padEnd(11)}  ${kind.padEnd(10)}  tip ${formatEther(BigInt(tip))} ETH`,
      ])
      return { json: answer, text: columns(rows).join('\n') || 'No open orders.' }
    },
  },
  {
    name: 'orders execute',
    summary: 'Execute the orders of others as their price comes, and earn their tips. Run as many as you like.',
    options: {
      'min-tip': { value: 'eth', summary: `Leaves out orders with a smaller tip. Default: ${TIP_MIN}.` },
      every: { value: 'seconds', summary: `How often the orders are looked at. Default: ${EVERY_SECONDS}.` },
      count: { value: 'n', summary: 'Ends after this number of executions.' },
    },
    example: 'orders execute --min-tip 0.0001 --yes',
    run: executeAll,
  },
]

/** Polls the open orders, and executes those that are ready. */
async function executeAll(session: Session, { options }: Input): Promise<undefined> {
  const tipMin = ether(options['min-tip'] ?? TIP_MIN)
  const everyMs = seconds(options['every'] ?? String(EVERY_SECONDS)) * 1_000
  let left = Number(options['count'] ?? Number.POSITIVE_INFINITY)
  session.note('Waiting for orders that are ready …')
  while (!session.signal.aborted) {
    for (const id of await readyOrders(session, tipMin)) {
      if (await executeOne(session, id)) left -= 1
      if (left <= 0) return undefined
    }
    await pause(everyMs, undefined, { signal: session.signal })
  }
  return undefined
}

/** A service that does not answer is asked again later. */
async function readyOrders({ client, note }: Session, tipMin: bigint): Promise<string[]> {
  const ready: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { value, error } = await client.try.listOrders({ limit: PAGE, ...(cursor !== undefined && { cursor }) })
    if (!value) {
      note(error?.message ?? 'The service did not answer.')
      return ready
    }
    const earliest = Date.now() / 1_000 + ENDS_AFTER_SECONDS
    const worthwhile = value.orders.filter(
      ({ status, tip, until }) => status === 'ready' && BigInt(tip) >= tipMin && until > earliest,
    )
    ready.push(...worthwhile.map(({ id }) => id))
    cursor = value.nextCursor
  }
  return ready
}

/** Whether the order was executed. If somebody else executed it first, the next one is tried. */
async function executeOne(session: Session, id: string): Promise<boolean> {
  try {
    const executor = await session.from()
    const answer = await session.client.prepareExecution({ id, executor })
    const { status, executed } = await perform(session, answer, { minedWithinMs: MINED_WITHIN_MS })
    const json = { order: id, status, tip: answer.tip, hashes: executed?.hashes ?? [] }
    session.emit({ json, text: `${status}  ${id}  tip ${formatEther(BigInt(answer.tip))} ETH` })
    return status === 'sent'
  } catch (error) {
    if (error instanceof UsageError) throw error
    session.note(`${id} was not executed: ${error instanceof Error ? error.message : error}`)
    return false
  }
}

function ether(text: string): bigint {
  if (/^\d{1,12}(\.\d{1,18})?$/.test(text)) return parseEther(text)
  throw new UsageError(`${text} is not an amount. Send a number such as 0.0001.`)
}

function seconds(text: string): number {
  if (/^\d{1,5}(\.\d{1,3})?$/.test(text) && Number(text) > 0) return Number(text)
  throw new UsageError(`${text} is not a number of seconds. Send one such as 2.`)
}
