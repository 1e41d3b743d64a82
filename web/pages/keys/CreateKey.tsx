import { useState } from 'react'
import { SCOPE_WORDS } from '#core/scopeWords.ts'
import { Checkbox } from '../../components/Checkbox.tsx'
import { Field } from '../../components/Field.tsx'
import { FormSheet } from '../../session/FormSheet.tsx'
import { createKey } from './keysApi.ts'

const OFFERED = Object.entries(SCOPE_WORDS).filter(([scope]) => scope !== 'admin:*' && scope !== 'audit:read')
const NAME_MAX = 128

type Props = { token: string; onClose(): void; onCreated(name: string, secret: string): void }

export function CreateKey({ token, onClose, onCreated }: Props) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly string[]>(['api:*'])
  const toggle = (scope: string, isOn: boolean) =>
    setScopes((now) => (isOn ? [...now, scope] : now.filter((one) => one !== scope)))
  return (
    <FormSheet
      title="Create a key"
      onClose={onClose}
      submit="Create key"
      busy="Creating"
      isReady={name.trim() !== '' && scopes.length > 0}
      onSubmit={async () => {
        const { key = '', record } = await createKey(token, name.trim(), scopes)
        onCreated(record.name, key)
      }}
    >
      <Field
        label="Name"
        value={name}
        onChange={setName}
        maxLength={NAME_MAX}
        help="Its purpose, such as the machine or agent that uses it."
      />
      <fieldset className="stack small">
        <legend className="bold text-compact">Permissions</legend>
        {OFFERED.map(([scope, words]) => (
          <Checkbox key={scope} isChecked={scopes.includes(scope)} onChange={(isOn) => toggle(scope, isOn)}>
            <code>{scope}</code> <span className="muted text-compact">{words}</span>
          </Checkbox>
        ))}
      </fieldset>
    </FormSheet>
  )
}
