import { useState } from 'react'
import { readDecimal } from '#site/format.ts'
import { Callout } from '../components/Callout.tsx'
import { Checkbox } from '../components/Checkbox.tsx'
import type { Risk } from './Signing.ts'

type Props = { risk: Risk; onConfirm(key: string, isOn: boolean): void }

export function RiskCallout({ risk, onConfirm }: Props) {
  const [typed, setTyped] = useState('')
  function type(text: string, expected: string): void {
    setTyped(text)
    onConfirm(risk.key, readDecimal(text).value === expected)
  }
  return (
    <>
      <Callout grade={risk.grade} isAlert={risk.grade === 'danger'}>
        {risk.text}
        {risk.confirm === 'type' && (
          <div className="input">
            <input
              aria-label={`Type ${risk.expected} to confirm`}
              placeholder={`Type ${risk.expected}`}
              inputMode="decimal"
              autoComplete="off"
              value={typed}
              onChange={(event) => type(event.target.value, risk.expected)}
            />
          </div>
        )}
      </Callout>
      {risk.confirm === 'check' && (
        <Checkbox
          isChecked={typed === 'yes'}
          onChange={(isOn) => {
            setTyped(isOn ? 'yes' : '')
            onConfirm(risk.key, isOn)
          }}
        >
          {risk.label}
        </Checkbox>
      )}
    </>
  )
}
