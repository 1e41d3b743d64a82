import { config } from '../api/siteData.ts'
import { Select } from '../components/Select.tsx'
import { chainById, chains } from '../wallet/chains.ts'

/** The chain that a page's address names; the site's own where it names none. */
export function chainOf(query: URLSearchParams): number {
  const wanted = Number(query.get('chainId'))
  return chains().some(({ id }) => id === wanted) ? wanted : config.chainId
}

export function chainName(chainId: number): string {
  return chainById(chainId).name
}

export function ChainSelect({ chainId, onChange }: { chainId: number; onChange(chainId: number): void }) {
  return (
    <Select
      label="Chain"
      look="choice"
      value={String(chainId)}
      options={chains().map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(value) => onChange(Number(value))}
    />
  )
}
