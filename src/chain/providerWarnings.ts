import type { Chain } from './Chain.ts'

/** Warns that an answer depends on one provider, which could lie; our own node could not. */
export function providerWarnings({ facts, isSingleProvider }: Chain): { code: string; message: string }[] {
  if (facts.isOwnNode || !isSingleProvider()) return []
  const message = `This response is based on one RPC provider of ${facts.name} (chain ${facts.id}) and is not confirmed by another.`
  return [{ code: 'SINGLE_PROVIDER', message }]
}
