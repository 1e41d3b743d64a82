import type { ReactNode } from 'react'

type Props = { isChecked: boolean; onChange(isChecked: boolean): void; children: ReactNode }

export function Checkbox({ isChecked, onChange, children }: Props) {
  return (
    <label className="check">
      <input type="checkbox" checked={isChecked} onChange={(event) => onChange(event.target.checked)} />
      <span>{children}</span>
    </label>
  )
}
