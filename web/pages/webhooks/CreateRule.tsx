import { useState } from 'react'
import { createRule, listEndpoints, listTypes } from '../../api/rules.ts'
import { useQuery } from '../../api/useQuery.ts'
import { Field } from '../../components/Field.tsx'
import { Select } from '../../components/Select.tsx'
import { FormSheet } from '../../session/FormSheet.tsx'

type Props = { token: string; onClose(): void; onCreated(): void }

const FEED = { value: '', label: 'only the list of alerts' }

/** A rule over one type of event, sent to an endpoint or kept as an alert. */
export function CreateRule({ token, onClose, onCreated }: Props) {
  const types = useQuery('types', listTypes)
  const endpoints = useQuery(token, () => listEndpoints(token))
  const [name, setName] = useState('')
  const [type, setType] = useState('launch.created')
  const [filter, setFilter] = useState('{}')
  const [endpointId, setEndpointId] = useState('')
  const about = types.data?.find((one) => one.type === type)?.summary ?? ''
  const action = endpointId === '' ? { kind: 'feed' } : { kind: 'webhook', endpointId }
  return (
    <FormSheet
      title="Create a rule"
      onClose={onClose}
      submit="Create rule"
      busy="Creating"
      isReady={name.trim() !== ''}
      onSubmit={async () => {
        await createRule(token, { name: name.trim(), type, filter: parsed(filter), action })
        onCreated()
      }}
    >
      <Field label="Name" value={name} onChange={setName} maxLength={128} />
      <div className="row wrap">
        <Select
          label="Event"
          look="choice"
          value={type}
          options={(types.data ?? []).map((one) => ({ value: one.type, label: one.type }))}
          onChange={setType}
        />
        <Select
          label="Send to"
          look="choice"
          value={endpointId}
          options={[FEED, ...(endpoints.data ?? []).map(({ id, url }) => ({ value: id, label: url }))]}
          onChange={setEndpointId}
        />
      </div>
      <p className="muted text-compact">{about}</p>
      <Field
        label="Filter"
        value={filter}
        onChange={setFilter}
        help={
          <>
            JSON, such as {'{"minEth":"500000000000000000"}'}. The fields of each event:{' '}
            <a href="/api/event-types">event types</a>.
          </>
        }
      />
    </FormSheet>
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('The filter is not JSON. Send an object, such as {}.')
  }
}
