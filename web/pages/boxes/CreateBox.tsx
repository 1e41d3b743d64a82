import { useState } from 'react'
import { type Agent, createBox } from '../../api/boxes.ts'
import { Button } from '../../components/Button.tsx'
import { Callout } from '../../components/Callout.tsx'
import { Field } from '../../components/Field.tsx'
import { KeyValues } from '../../components/KeyValues.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { SignInButton, useSignedIn } from '../../session/SignInButton.tsx'

const NAME_MAX = 80

/** A new box with an agent, and perhaps a first question. */
export function CreateBox({ agent, onClose }: { agent: Agent; onClose(): void }) {
  const address = useSignedIn()
  const [name, setName] = useState('')
  const [prompt, setPrompt] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  async function create() {
    setBusy(true)
    setProblem(undefined)
    try {
      const { box } = await createBox({
        agentId: agent.id,
        ...(name.trim() !== '' && { name: name.trim() }),
        ...(prompt.trim() !== '' && { prompt: prompt.trim() }),
      })
      location.assign(`/boxes/${box.id}`)
    } catch (error) {
      setProblem((error as Error).message)
      setBusy(false)
    }
  }
  const footer =
    address === undefined ? (
      <SignInButton />
    ) : (
      <Button kind="primary" size="lg" onClick={() => void create()} busy={isBusy ? 'Starting' : undefined}>
        Start the box
      </Button>
    )
  return (
    <Sheet title={`A box with ${agent.title}`} onClose={onClose} footer={footer}>
      {problem !== undefined && (
        <Callout grade="danger" isAlert>
          {problem}
        </Callout>
      )}
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
      <div className="row wrap sugg">
        {agent.openingQuestions.map((question) => (
          <Button key={question} size="sm" onClick={() => setPrompt(question)}>
            {question}
          </Button>
        ))}
      </div>
    </Sheet>
  )
}
