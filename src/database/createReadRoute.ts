import type { Kysely, PostgresPool, PostgresPoolClient } from 'kysely'
import { kyselyOver } from './createKysely.ts'
import { createStandby, type StandbyOptions } from './createStandby.ts'
import * as ReadPosition from './ReadPosition.ts'

/** A number that grows with the data, which a standby must have replayed in addition to a position in the log. */
export type Measure = {
  /** The number in SQL. */
  select: string
  /** The number that this process has seen on the primary. */
  known(): number
}

/** Statements that only read, each on a standby that is not behind any earlier read, else on the primary. */
export type ReadRoute = Disposable & {
  kysely: Kysely<unknown>
  /** Where the last probe would read. */
  target(): 'standby' | 'primary'
}

type Options = Omit<StandbyOptions, 'floor' | 'readPosition' | 'positions'> & { measure: Measure }

export function createReadRoute({ measure, ...options }: Options): ReadRoute {
  const floor = ReadPosition.createFloor(measure.known)
  const readPosition = ReadPosition.reader(measure.select)
  const positions = new WeakMap<PostgresPoolClient, ReadPosition.ReadPosition>()
  const standby = createStandby({ ...options, floor, readPosition, positions })

  /** The position can only have grown since the read, so the read shows nothing beyond it. */
  async function readOn(client: PostgresPoolClient, text: string, parameters: readonly unknown[]) {
    const result = await client.query(text, [...parameters])
    const position = await readPosition(client)
    positions.set(client, position)
    floor.raise(position)
    return result
  }

  async function connect(): Promise<PostgresPoolClient> {
    const client = await standby.take()
    const query = async (text: string, parameters: readonly unknown[]) => {
      // An error of the statement is the same on the primary.
      const found = client && (await readOn(client, text, parameters).catch(standby.failed))
      return found ?? onPrimary(options.primary, (primary) => readOn(primary, text, parameters))
    }
    return { query: query as unknown as PostgresPoolClient['query'], release: () => client?.release() }
  }

  return {
    kysely: kyselyOver({ options: options.primary.options, end: async () => {}, connect }),
    target: () => (standby.isUsed() ? 'standby' : 'primary'),
    [Symbol.dispose]: () => standby[Symbol.dispose](),
  }
}

async function onPrimary<Result>(
  primary: PostgresPool,
  work: (client: PostgresPoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await primary.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}
