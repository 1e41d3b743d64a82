import type { Site } from './Site.ts'

/** The chains whose pools and positions can be read, the site's own first: their names and nothing else of them. */
export function chainNames({ chains, chainId }: Pick<Site, 'chains' | 'chainId'>): { id: number; name: string }[] {
  const named = chains.map(({ id, name }) => ({ id, name }))
  return [...named.filter(({ id }) => id === chainId), ...named.filter(({ id }) => id !== chainId)]
}
