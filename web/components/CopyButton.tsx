import { useState } from 'react'
import { Icon } from './Icon.tsx'

const SHOWN_MS = 1_500

type Props = { text: string; label: string; words?: string; isPrimary?: boolean }

/** Copies a text and says that it did. */
export function CopyButton({ text, label, words, isPrimary = false }: Props) {
  const [isCopied, setCopied] = useState(false)
  async function copy() {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), SHOWN_MS)
  }
  return (
    <button
      type="button"
      className={isPrimary ? 'button primary' : 'link-button copy'}
      aria-label={label}
      onClick={() => void copy()}
    >
      {words === undefined && <Icon name={isCopied ? 'check' : 'copy'} size="small" />}
      {words !== undefined && (isCopied ? 'Copied' : words)}
      <span className="screen-reader" role="status">
        {isCopied ? 'Copied' : ''}
      </span>
    </button>
  )
}
