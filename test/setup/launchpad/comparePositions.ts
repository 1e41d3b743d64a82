import { sql } from 'kysely'
import { expect } from 'vitest'
import type { LaunchService } from './launchService.ts'
import type { Ledger } from './ledger.ts'
import { recountHolders } from './recountHolders.ts'
import { lineOf, recountWallets } from './recountWallets.ts'
import { readPoolTraders } from './untilFollowed.ts'

/** Every holding, recounted from the raw logs of the present chain. */
export async function recountPositions(service: LaunchService, ledger: Ledger) {
  const { hash } = await ledger.chain.head()
  const traderOf = await readPoolTraders(service)
  return recountWallets(ledger.logsUntil(hash) ?? [], { traderOf })
}

/** Expects every position, and every point of every history of holders, to be that of the raw logs. */
export async function comparePositions(service: LaunchService, ledger: Ledger): Promise<void> {
  const { rows } = await sql<{ line: string }>`
    select t.address || ' ' || w.wallet || ' ' || concat_ws(' ', w.bought, w.bought_eth, w.sold, w.sold_eth, w.acquired - w.bought,
      w.disposed - w.sold, w.realised, w.unpriced_eth, w.bought_eth - w.used_cost, w.held) as line
    from launch_wallet_tokens w join launch_tokens t on t.id = w.token_id`.execute(service.database.kysely)
  const lines = [...(await recountPositions(service, ledger))].map(([key, purse]) => lineOf(key, purse))
  expect(rows.map(({ line }) => line).sort()).toEqual(lines.sort())
  const { hash } = await ledger.chain.head()
  for (const [key, points] of recountHolders(ledger.logsUntil(hash) ?? [])) {
    const [token, interval] = key.split(' ')
    const path = `/api/launchpad/holders/history?address=${token}&interval=${interval}&limit=500`
    expect([key, (await service.get(path)).points]).toEqual([key, points])
  }
}
