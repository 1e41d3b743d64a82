import { type KeyboardEvent, type ReactNode, useRef } from 'react'

export type Tab<Value extends string> = { value: Value; label: string; count?: string | undefined }
type Props<Value extends string> = {
  label: string
  /** Panels are expected to bear `{id}-panel-{value}`. */
  id: string
  value: Value
  tabs: readonly Tab<NoInfer<Value>>[]
  onChange(value: NoInfer<Value>): void
  look?: 'tabs' | 'segments'
}

/** Tabs for content: arrows, Home and End move between them. */
export function Tabs<Value extends string>({ label, id, value, tabs, onChange, look = 'tabs' }: Props<Value>) {
  const list = useRef<HTMLDivElement>(null)
  function move(event: KeyboardEvent) {
    const index = tabs.findIndex((tab) => tab.value === value)
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key]
    const tab = next === undefined ? undefined : tabs[(next + tabs.length) % tabs.length]
    if (!tab) return
    event.preventDefault()
    onChange(tab.value)
    list.current?.querySelector<HTMLElement>(`#${id}-tab-${tab.value}`)?.focus()
  }
  return (
    <div
      ref={list}
      className={look === 'tabs' ? 'tabs' : 'segments full phone-tabs'}
      role="tablist"
      aria-label={label}
      onKeyDown={move}
    >
      {tabs.map((tab) => (
        <button
          key={tab.value}
          id={`${id}-tab-${tab.value}`}
          type="button"
          role="tab"
          aria-selected={tab.value === value}
          aria-controls={`${id}-panel-${tab.value}`}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
        >
          {tab.label} {tab.count !== undefined && <span className="count">{tab.count}</span>}
        </button>
      ))}
    </div>
  )
}

type PanelProps = { id: string; value: string; isShown: boolean; children: ReactNode }

export function TabPanel({ id, value, isShown, children }: PanelProps) {
  return (
    <div id={`${id}-panel-${value}`} role="tabpanel" aria-labelledby={`${id}-tab-${value}`} hidden={!isShown}>
      {isShown && children}
    </div>
  )
}
