import { type KeyboardEvent, useRef, useState } from 'react'
import { type Agent, type Box, cancelRuns } from '../../api/boxes.ts'
import { useAction } from '../../api/useAction.ts'
import { Button } from '../../components/Button.tsx'
import { Problem } from '../../components/Problem.tsx'
import { useAccount } from '../../wallet/WalletGate.tsx'
import type { LiveTalk } from './useConversation.ts'

const CONTENT_MAX = 4_000

type Props = { box: Box; agent: Agent | undefined; live: LiveTalk; sessionId: string | undefined }

/** The field for a question; while the agent answers, the button that stops it. */
export function Composer({ box, agent, live, sessionId }: Props) {
  const account = useAccount()
  const [text, setText] = useState('')
  const { run, busy, problem } = useAction()
  const attempt = useRef<{ key: string; sent: string }>(undefined)
  const field = useRef<HTMLTextAreaElement>(null)
  const title = agent?.title ?? box.agentId
  async function ask(given: string) {
    const content = given.trim()
    if (content === '' || content.length > CONTENT_MAX || busy !== undefined) return
    if (attempt.current?.sent !== content) attempt.current = { key: crypto.randomUUID(), sent: content }
    const { key } = attempt.current
    await run(async () => {
      await live.ask(content, key)
      attempt.current = undefined
      // Text typed meanwhile is the next question.
      setText((now) => (now.trim() === content ? '' : now))
    }, 'Asking')
    field.current?.focus()
  }
  function onKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void ask(text)
  }
  if (box.status === 'stopped' || box.status === 'error')
    return (
      <div className="composer">
        <p className="muted text-compact row spread wrap">
          <span>{box.statusReason ?? `This box is ${box.status}.`} It can still be read.</span>
          <a className="button" href="/boxes">
            Start another
          </a>
        </p>
      </div>
    )
  return (
    <div className="composer">
      <Problem text={problem} />
      <div className="input large grows">
        <textarea
          ref={field}
          rows={1}
          maxLength={CONTENT_MAX}
          aria-label={`Message to ${title}`}
          placeholder={`Ask ${title}`}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKey}
        />
        {live.isAtWork && sessionId !== undefined ? (
          <Button size="small" icon="square" onClick={() => void run(() => cancelRuns(box.id, sessionId), 'Stopping')}>
            Stop
          </Button>
        ) : (
          <Button size="small" kind="primary" disabled={text.trim() === ''} busy={busy} onClick={() => void ask(text)}>
            Ask
          </Button>
        )}
      </div>
      <div className="row suggestions">
        {agent?.openingQuestions.map((question) => (
          <Button key={question} size="small" onClick={() => void ask(question)}>
            {question}
          </Button>
        ))}
        {account !== undefined && (
          <Button size="small" onClick={() => setText(`${text} ${account}`.trim())}>
            My wallet’s address
          </Button>
        )}
      </div>
    </div>
  )
}
