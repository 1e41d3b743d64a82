import { useEffect, useRef, useState } from 'react'
import { Icon } from './Icon.tsx'

const WAIT_MS = 200

type Props = {
  label: string
  placeholder: string
  value: string
  maxLength: number
  onChange(value: string): void
  className?: string
  hasShortcut?: boolean
}

/** A search field that asks once the typing pauses; with the shortcut, `/` focuses it. */
export function SearchField({
  label,
  placeholder,
  value,
  maxLength,
  onChange,
  className = 'find',
  hasShortcut,
}: Props) {
  const [typed, setTyped] = useState(value)
  const reported = useRef(value)
  const report = useRef(onChange)
  report.current = onChange
  useEffect(() => {
    if (value !== reported.current) setTyped(value)
    reported.current = value
  }, [value])
  useEffect(() => {
    const timer = setTimeout(() => {
      if (typed.trim() === reported.current) return
      reported.current = typed.trim()
      report.current(typed.trim())
    }, WAIT_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <div className={`input ${className}`}>
      <Icon name="search" />
      <input
        type="search"
        {...(hasShortcut && { 'data-search': '' })}
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        maxLength={maxLength}
        onChange={(event) => setTyped(event.target.value)}
      />
      {hasShortcut && <kbd>/</kbd>}
    </div>
  )
}
