import { useState } from 'react'
import { cut, readAmount } from '#site/format.ts'
import { createRule, listRules } from '../api/rules.ts'
import { useQuery } from '../api/useQuery.ts'
import { Checkbox } from '../components/Checkbox.tsx'
import { Field } from '../components/Field.tsx'
import { Select } from '../components/Select.tsx'
import { FormSheet } from '../session/FormSheet.tsx'
import { session } from '../session/session.ts'
import { useStore } from '../store.ts'
import { type Choice, COOLDOWN_SECONDS, choicesOf, type Subject } from './Choice.ts'
import { canNotify, notifications, setNotifications } from './notifications.ts'
import { OwnAlerts } from './OwnAlerts.tsx'
import { rulesAbout } from './rulesAbout.ts'

const MODES = {
  push: 'Alerts also arrive while no page of this site is open.',
  page: 'Alerts arrive while a page of this site is open.',
}

type Props = { about: string; subject: Subject; onClose(): void }

/** "Alert me when …", the alerts that are set for this page, and those that fired. */
export function BellSheet({ about, subject, onClose }: Props) {
  const choices = choicesOf(subject)
  const now = useStore(session)
  const token = now.status === 'in' ? now.token : undefined
  const rules = useQuery(token, () => listRules(token ?? ''))
  const [words, setWords] = useState(choices[0]?.words ?? '')
  const [text, setText] = useState('')
  const choice = choices.find((one) => one.words === words) ?? (choices[0] as Choice)
  const { amount } = choice
  const { value, problem } = readAmount(text, amount?.decimals)
  const isReady = amount === undefined || (value !== undefined && value > 0n)
  return (
    <FormSheet
      title={`Alerts about ${about}`}
      onClose={onClose}
      submit="Alert me"
      busy="Saving"
      isReady={isReady}
      needsSignIn
      onSubmit={async () => {
        await createRule(token ?? '', ruleOf(choice, { about, text, value }))
        setText('')
        rules.reload()
      }}
    >
      <div className="row wrap">
        <Select
          label="Alert me when"
          look="choice"
          value={words}
          options={choices.map((one) => ({ value: one.words, label: one.words }))}
          onChange={setWords}
        />
      </div>
      {amount && (
        <Field
          label="Value"
          value={text}
          onChange={setText}
          suffix={amount.unit}
          placeholder={amount.hint}
          inputMode="decimal"
          error={text === '' ? undefined : problem}
        />
      )}
      <Notify />
      {token !== undefined && rules.data && (
        <OwnAlerts token={token} rules={rulesAbout(rules.data, choices)} reload={rules.reload} />
      )}
    </FormSheet>
  )
}

type Typed = { about: string; text: string; value: bigint | undefined }

function ruleOf({ type, filter, words, amount }: Choice, { about, text, value }: Typed): object {
  const typed = amount ? { [amount.field]: String(value) } : {}
  const said = amount ? `${words} ${text.trim()} ${amount.unit}` : words
  return {
    name: `${cut(about, 40)}: ${said}`,
    type,
    filter: { ...filter, ...typed },
    action: { kind: 'push' },
    cooldownSeconds: COOLDOWN_SECONDS[type] ?? 0,
  }
}

function Notify() {
  const mode = useStore(notifications)
  if (!canNotify())
    return <p className="muted text-compact">This browser does not show notifications. Alerts are listed here.</p>
  return (
    <>
      <Checkbox isChecked={mode !== 'off'} onChange={(isChecked) => void setNotifications(isChecked)}>
        Notify me in this browser
      </Checkbox>
      {mode !== 'off' && <p className="muted text-compact">{MODES[mode]}</p>}
    </>
  )
}
