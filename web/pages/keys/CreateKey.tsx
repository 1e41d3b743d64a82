import { useState } from 'react'
import { Checkbox } from '../../components/Checkbox.tsx'
import { Field } from '../../components/Field.tsx'
import { FormSheet } from '../../session/FormSheet.tsx'
import { createKey } from './keysApi.ts'

const SCOPES: readonly [scope: string, words: string][] = [
  ['api:*', 'Everything below, for normal use'],
  ['lp:build', 'Build liquidity transactions'],
  ['arena:read', 'Read the rooms it takes part in'],
  ['arena:write', 'Create, join and post in rooms'],
  ['box:read', 'Read its boxes'],
  ['box:write', 'Create boxes and talk to their agents'],
  ['launchpad:write', 'Set pictures and links of launches'],
  ['keys:manage', 'Create and revoke keys: give it to no agent'],
]
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
        <legend className="bold text-compact">What it may do</legend>
        {SCOPES.map(([scope, words]) => (
          <Checkbox key={scope} isChecked={scopes.includes(scope)} onChange={(isOn) => toggle(scope, isOn)}>
            <code>{scope}</code> <span className="muted text-compact">{words}</span>
          </Checkbox>
        ))}
      </fieldset>
    </FormSheet>
  )
}
