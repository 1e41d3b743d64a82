import type { ReactNode } from 'react'
import type { Entry } from '../../api/arena.ts'

/** The words of an entry with those it mentions marked; everything stays text. */
export function withMentions({ content, mentions }: Entry, names: ReadonlyMap<string, string>): ReactNode[] {
  const handles = mentions.flatMap((id) => {
    const name = names.get(id)
    return name === undefined ? [`@${id}`] : [`@${name}`, `@${id}`]
  })
  if (handles.length === 0) return [content]
  const longestFirst = handles.toSorted((a, b) => b.length - a.length).map(escapeRegExp)
  const parts = content.split(new RegExp(`(${longestFirst.join('|')})`, 'giu'))
  // Every second part is a mention, because split() also returns the captured separators.
  return parts.map((part, index) => (index % 2 === 1 ? marked(part, index) : part))
}

function marked(mention: string, place: number): ReactNode {
  return (
    <b key={`${place} ${mention}`} className="mention">
      {mention}
    </b>
  )
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
