import { type Address, namehash } from 'viem'
import * as Cache from '#chain/Cache.ts'
import { createBatcher } from '#chain/createBatcher.ts'
import type { Context } from '#names/Context.ts'
import { askResolvers, toAccount, toText } from '#names/onchain/askResolvers.ts'
import { isPresentable } from '#names/rules/nameRules.ts'

export type FindName = (account: Address) => Promise<string | undefined>

/** How long a name is shown after it was checked. */
const LIFETIME_MS = 60_000
/** Keeps one call far below the gas limit of nodes, regardless of the resolvers. */
const BATCH_MAX = 50

/**
 * Names of accounts. Anyone can claim any name in their reverse record, so a name counts only if it resolves to the
 * account that claims it. Accounts asked for in one turn are read together.
 */
export function createFindName(context: Context): FindName {
  const cache = Cache.create()
  const read = createBatcher<Address, string | undefined>((accounts) => readNames(context, accounts))
  return (account) =>
    Cache.state(cache, account, { load: () => read(account), now: context.now, lifetimeMs: LIFETIME_MS })
}

async function readNames(context: Context, accounts: readonly Address[]): Promise<(string | undefined)[]> {
  const starts = Array.from({ length: Math.ceil(accounts.length / BATCH_MAX) }, (_, index) => index * BATCH_MAX)
  const parts = await Promise.all(starts.map((start) => readPart(context, accounts.slice(start, start + BATCH_MAX))))
  return parts.flat()
}

async function readPart(context: Context, accounts: readonly Address[]): Promise<(string | undefined)[]> {
  const claims = await readClaims(context, accounts)
  const claimed = claims.filter((name) => name !== undefined)
  const answers = await askResolvers(context, 'addr', claimed.map(namehash))
  const owners = new Map(claimed.map((name, index) => [name, toAccount(answers[index] ?? '0x')]))
  return claims.map((name, index) => (name !== undefined && owners.get(name) === accounts[index] ? name : undefined))
}

async function readClaims(context: Context, accounts: readonly Address[]): Promise<(string | undefined)[]> {
  const nodes = accounts.map((account) => namehash(`${account.slice(2).toLowerCase()}.addr.reverse`))
  const names = (await askResolvers(context, 'name', nodes)).map(toText)
  return names.map((name) => (name !== undefined && isPresentable(name) ? name : undefined))
}
