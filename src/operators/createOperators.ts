import type { Caller } from '#core/Access.ts'
import { andThen } from '#core/andThen.ts'
import type { Operation } from '#core/Operation.ts'
import type { Authenticate } from '#core/ports.ts'
import type { Database } from '#database/Database.ts'
import { blockDeveloper, unblockDeveloper } from './blockDeveloper.ts'
import type { Context } from './Context.ts'
import { findDevelopers } from './findDevelopers.ts'
import { setLimits } from './setLimits.ts'
import { watchStandings } from './watchStandings.ts'

type Resources = Pick<Context, 'audit' | 'isOperator'> & {
  database: Pick<Database, 'kysely' | 'tables' | 'listen' | 'notify' | 'log'>
}

export type Operators = Disposable & {
  operations: readonly Operation[]
  /** The same authentication, which refuses blocked developers. */
  guarded(authenticate: Authenticate): Authenticate
  /** By how much the rate limits of the caller's developer are multiplied. */
  limitFactor(caller: Caller): number
}

/** The operators' view of the developers: find, block, unblock, change limits. */
export async function createOperators({ database, audit, isOperator }: Resources): Promise<Operators> {
  const standings = await watchStandings(database)
  const context: Context = { db: database.tables(), audit, standings, isOperator }
  return {
    operations: [findDevelopers(context), blockDeveloper(context), unblockDeveloper(context), setLimits(context)],
    guarded: (authenticate) => (credentials) =>
      andThen(authenticate(credentials), (caller) => {
        standings.requireUnblocked(caller)
        return caller
      }),
    limitFactor: standings.limitFactor,
    [Symbol.dispose]: () => standings[Symbol.dispose](),
  }
}
