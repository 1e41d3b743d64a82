import { useState } from 'react'
import { type Act, type Developer, decide } from '../../api/operators.ts'
import { Field } from '../../components/Field.tsx'
import { FormSheet } from '../../session/FormSheet.tsx'

type Props = { token: string; developer: Developer; act: Act; onClose(): void; onDone(): void }

const WORDS: Record<Act, { title: string; submit: string }> = {
  block: { title: 'Block a developer', submit: 'Block' },
  unblock: { title: 'Serve a developer again', submit: 'Unblock' },
  limits: { title: 'Change rate limits', submit: 'Change limits' },
  'boxes/end': { title: 'Stop every box of a developer', submit: 'End boxes' },
}

/** Every decision needs a reason, which the audit log keeps. */
export function Decide({ token, developer, act, onClose, onDone }: Props) {
  const [reason, setReason] = useState('')
  const [factor, setFactor] = useState(String(developer.limitFactor))
  const { title, submit } = WORDS[act]
  const isNumber = act !== 'limits' || Number(factor) > 0
  return (
    <FormSheet
      title={title}
      onClose={onClose}
      submit={submit}
      busy="Saving"
      isReady={reason.trim() !== '' && isNumber}
      onSubmit={async () => {
        const limits = act === 'limits' ? { factor: Number(factor) } : {}
        await decide(token, developer.id, { act, reason: reason.trim(), ...limits })
        onDone()
      }}
    >
      <p className="muted text-compact">
        <bdi className="mono">{developer.subject}</bdi>
      </p>
      {act === 'limits' && (
        <Field
          label="Factor"
          value={factor}
          onChange={setFactor}
          inputMode="decimal"
          help="Multiplies every rate limit. Default: 1"
        />
      )}
      <Field label="Reason" value={reason} onChange={setReason} maxLength={300} />
    </FormSheet>
  )
}
