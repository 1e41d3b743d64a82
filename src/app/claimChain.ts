import { type Kysely, sql } from 'kysely'
import { type Address, type Hex, keccak256 } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { every } from '#core/every.ts'
import type { Database } from '#database/Database.ts'
import type { Migrations } from '#database/migrate.ts'

export const migrations: Migrations = {
  'app/chain-identity': (db) =>
    sql`create table chain_identity (part text primary key, value text not null)`.execute(db),
}

type Options = {
  database: Pick<Database, 'kysely' | 'log'>
  chain: Pick<Chain, 'request' | 'expectGenesis'>
  /** The launch contract, where one is configured. */
  factory: Address | undefined
  /** The chain starts from scratch with this process, so that its identity is new each time. */
  isDevnet: boolean
  everyMs?: number
}

export type ChainClaim = Disposable & {
  /** Resolves with the reason once the chain turns out to differ from that of the other replicas. */
  refused: Promise<string>
}

const RETRY_MS = 5_000

/**
 * Compares the chain with the one that the replicas of this database agreed on, and throws if they differ, because both
 * would be written to one index. A chain that does not respond is compared as soon as it does.
 */
export async function claimChain(options: Options): Promise<ChainClaim> {
  const { promise: refused, resolve } = Promise.withResolvers<string>()
  const compare = async () => compareIdentity(options, await readIdentity(options))
  const first = await compare().catch(() => 'unknown' as const)
  if (first !== 'unknown' && first !== undefined) throw new Error(first)
  if (first === undefined) return { refused, [Symbol.dispose]() {} }
  const timer = every(options.everyMs ?? RETRY_MS, async () => {
    const problem = await compare()
    timer[Symbol.dispose]()
    if (problem !== undefined) resolve(problem)
  })
  return { refused, [Symbol.dispose]: () => timer[Symbol.dispose]() }
}

type Identity = Record<'genesis' | 'launch contract', string | undefined>

async function readIdentity({ chain, factory }: Options): Promise<Identity> {
  const block = (await chain.request('eth_getBlockByNumber', ['0x0', false])) as { hash: Hex } | null
  const code = factory && ((await chain.request('eth_getCode', [factory, 'latest'])) as Hex)
  const hasCode = code !== undefined && code !== '0x'
  return {
    genesis: block?.hash,
    'launch contract': hasCode ? `${factory?.toLowerCase()} ${keccak256(code)}` : undefined,
  }
}

/**
 * Returns the difference. The first replica decides the identity, and a replica with its own chain decides it again;
 * from then on every provider must serve it.
 */
async function compareIdentity(
  { database, chain, isDevnet }: Options,
  identity: Identity,
): Promise<string | undefined> {
  for (const [part, value] of Object.entries(identity)) {
    if (value === undefined) continue
    const agreed = await agree(database.kysely, { part, value, isDevnet })
    if (agreed !== value)
      return (
        `RPC_URL_4663 serves a different chain from the other replicas of this database: its ${part} is ${value}, ` +
        `not ${agreed}. Point all replicas to one chain, or this one to another database.`
      )
  }
  if (identity.genesis !== undefined) chain.expectGenesis(identity.genesis)
  return undefined
}

type Part = { part: string; value: string; isDevnet: boolean }

async function agree(db: Kysely<unknown>, { part, value, isDevnet }: Part): Promise<string> {
  const { rows } = await sql<{ value: string }>`
    insert into chain_identity as known (part, value) values (${part}, ${value})
    on conflict (part) do update set value = case when ${isDevnet} then excluded.value else known.value end
    returning value`.execute(db)
  return rows[0]?.value ?? value
}
