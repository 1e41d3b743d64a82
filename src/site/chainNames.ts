import type { Site } from './Site.ts'

/** Ids and names of the supported chains, the site's own first. */
export function chainNames({ chains, chainId }: Pick<Site, 'chains' | 'chainId'>): { id: number; name: string }[] {
  const named = chains.map(({ id, name }) => ({ id, name }))
  return [...named.filter(({ id }) => id === chainId), ...named.filter(({ id }) => id !== chainId)]
}
