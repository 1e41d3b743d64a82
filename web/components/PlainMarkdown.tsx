import type { ReactNode } from 'react'

/** An agent's words with a few marks of emphasis and lists; nothing in them becomes a link, a picture or a heading. */
export function PlainMarkdown({ text }: { text: string }) {
  return blocksOf(text).map((block) =>
    block.isList ? (
      <ul key={block.key} className="bullets">
        {block.lines.map(itemOf)}
      </ul>
    ) : (
      <p key={block.key} className="said">
        <bdi>{emphasised(block.lines.join('\n'))}</bdi>
      </p>
    ),
  )
}

function itemOf(line: string, place: number): ReactNode {
  return (
    <li key={`${place} ${line}`}>
      <bdi>{emphasised(line.replace(/^\s*[-*] /, ''))}</bdi>
    </li>
  )
}

type Block = { key: string; isList: boolean; lines: string[] }

function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  for (const line of text.split('\n')) {
    const isList = /^\s*[-*] /.test(line)
    const last = blocks.at(-1)
    if (last && last.isList === isList) last.lines.push(line)
    else blocks.push({ key: `block ${blocks.length}`, isList, lines: [line] })
  }
  return blocks.filter(({ lines }) => lines.some((line) => line.trim() !== ''))
}

/** `**bold**` and `code`, the rest as it is. */
function emphasised(text: string): ReactNode[] {
  const parts = text.trim().split(/(\*\*[^*\n]+\*\*|`[^`\n]+`)/)
  return parts.map((part, index) => {
    const key = `${index} ${part}`
    if (/^\*\*.+\*\*$/.test(part))
      return (
        <b key={key} className="bold">
          {part.slice(2, -2)}
        </b>
      )
    return /^`.+`$/.test(part) ? <code key={key}>{part.slice(1, -1)}</code> : part
  })
}
