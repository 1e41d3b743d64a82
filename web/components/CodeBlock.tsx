import { CopyButton } from './CopyButton.tsx'

/** Code to copy; it scrolls inside and never wraps. */
export function CodeBlock({ title, code }: { title: string; code: string }) {
  return (
    <div className="code">
      <div className="header">
        <span className="title">{title}</span>
        <CopyButton text={code} label={`Copy ${title}`} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{code}</pre>
    </div>
  )
}
