import type { Chain } from './Chain.ts'

/** Says that an answer rests on one provider, which could lie; a node of our own could not. */
export function providerWarnings({ facts, isSingleProvider }: Chain): { code: string; message: string }[] {
  if (facts.isOwnNode || !isSingleProvider()) return []
  const message = `The answer rests on one RPC provider of ${facts.name} (chain ${facts.id}), and no other confirms it.`
  return [{ code: 'SINGLE_PROVIDER', message }]
}
