import type { ReactNode } from 'react'

export type Fact = { term: ReactNode; value: ReactNode; tone?: string | undefined }

/** Facts as pairs; `isRuled` draws lines between them, as reviews do. */
export function KeyValues({
  facts,
  isRuled = false,
}: {
  facts: readonly (Fact & { key: string })[]
  isRuled?: boolean
}) {
  return (
    <dl className={isRuled ? 'key-values ruled' : 'key-values'}>
      {facts.map(({ key, term, value, tone }) => (
        <div key={key}>
          <dt className={typeof term === 'string' ? undefined : 'row'}>{term}</dt>
          <dd className={tone}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
