import { useState } from 'react'
import { type Agent, createBox } from '../../api/boxes.ts'
import { leaveFor } from '../../api/leaveFor.ts'
import { Button } from '../../components/Button.tsx'
import { Field } from '../../components/Field.tsx'
import { KeyValues } from '../../components/KeyValues.tsx'
import { FormSheet } from '../../session/FormSheet.tsx'

const NAME_MAX = 80

/** A new box with an agent, and perhaps a first question. */
export function CreateBox({ agent, onClose }: { agent: Agent; onClose(): void }) {
  const [name, setName] = useState('')
  const [prompt, setPrompt] = useState('')
  async function create() {
    const { box } = await createBox({
      agentId: agent.id,
      ...(name.trim() !== '' && { name: name.trim() }),
      ...(prompt.trim() !== '' && { prompt: prompt.trim() }),
    })
    return leaveFor(`/boxes/${box.id}`)
  }
  return (
    <FormSheet
      title={`A box with ${agent.title}`}
      onClose={onClose}
      needsSignIn
      submit="Start the box"
      busy="Starting"
      onSubmit={create}
    >
      <p className="muted">{agent.description}</p>
      <KeyValues
        facts={[
          { key: 'network', term: 'Network', value: agent.network },
          {
            key: 'may',
            term: 'May do',
            value: agent.scopes.includes('lp:build') ? 'read, prepare' : 'read',
          },
          { key: 'may not', term: 'May not', value: 'sign, hold keys, spend' },
        ]}
      />
      <Field
        label="Name"
        aside="optional"
        value={name}
        onChange={setName}
        maxLength={NAME_MAX}
        placeholder={agent.title}
      />
      <Field label="First question" aside="optional" value={prompt} onChange={setPrompt} maxLength={4_000} />
      <div className="row wrap suggestions">
        {agent.openingQuestions.map((question) => (
          <Button key={question} size="small" onClick={() => setPrompt(question)}>
            {question}
          </Button>
        ))}
      </div>
    </FormSheet>
  )
}
