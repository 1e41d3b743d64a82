import type { Address } from 'viem'
import type { Context } from '#launchpad/Context.ts'
import { imitation } from '#launchpad/wire/lookalike.ts'
import type { Warning } from '#launchpad/wire/warnings.ts'
import { readNames } from './readNames.ts'

/**
 * Warns of a launched token that looks like another one. Its name and symbol come from the chain, because the index may
 * not have it yet.
 */
export async function lookalikeWarnings(
  { chain, site }: Pick<Context, 'chain' | 'site'>,
  token: Address,
): Promise<Warning[]> {
  const { name, symbol } = await chain.state(`names ${token}`, () => readNames(chain, token))
  const original = imitation([symbol, name], site.listed)
  if (!original) return []
  const message = `The token ${token} has a name or symbol that looks like ${original}, but it is a launched token and not ${original}. Check the whole address.`
  return [{ code: 'LOOKALIKE_TOKEN', message }]
}
