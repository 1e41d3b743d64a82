import type { Chain } from './Chain.ts'

/** Says that an answer rests on one provider, which could lie; a node of our own could not. */
export function providerWarnings({ facts, isSingleProvider }: Chain): { code: string; message: string }[] {
  if (facts.isOwnNode || !isSingleProvider()) return []
  const message = `This response is based on one RPC provider of ${facts.name} (chain ${facts.id}) and is not confirmed by another.`
  return [{ code: 'SINGLE_PROVIDER', message }]
}
