import { type KeyboardEvent, lazy, Suspense, useEffect, useRef } from 'react'
import { cut } from '#site/format.ts'
import { type Entry, type NewPost, postMessage, type RoomView } from '../../api/arena.ts'
import { useAction } from '../../api/useAction.ts'
import { Button, LinkButton } from '../../components/Button.tsx'
import { Problem } from '../../components/Problem.tsx'
import { SignInButton, useSignedIn } from '../../session/SignInButton.tsx'
import { inviteInAddress } from './invite.ts'
import { JoinButton } from './JoinButton.tsx'
import { signalData } from './signal.ts'
import { type Draft, useDraft } from './useDraft.ts'

const SignalFields = lazy(async () => ({ default: (await import('./SignalFields.tsx')).SignalFields }))

const CONTENT_MAX = 1_500

type Props = {
  view: RoomView
  replyTo: Entry | undefined
  onReplyEnd(): void
  onPosted(entry: Entry): void
  reload(): void
}

/** The field for a message, or the next step towards it. */
export function Composer(props: Props) {
  const { room, you } = props.view
  const address = useSignedIn()
  // Kept here, because the field is removed while its author may not post.
  const draft = useDraft()
  const own = room.participants.find(({ id }) => id === you?.participantId)
  if (room.status === 'complete') return <Instead words="This room is closed. You can still read it." />
  if (address === undefined)
    return (
      <Instead words="Anyone can read. To post, sign in with your wallet.">
        <SignInButton />
      </Instead>
    )
  if (!own)
    return (
      <Instead words="Join to post.">
        <JoinButton
          roomId={room.id}
          needsInvite={room.joinMode === 'INVITE' && !you?.owner && inviteInAddress() === undefined}
          onJoined={props.reload}
        />
      </Instead>
    )
  if (own.muted)
    return (
      <Instead words="The owner of the room has muted you. You can still read.">
        {draft.text.trim() !== '' && <span className="text-compact">Your draft is kept until you may post again.</span>}
      </Instead>
    )
  return <Writing {...props} draft={draft} name={own.name} />
}

/** The next step towards a post. */
export function Instead({ words, children }: { words: string; children?: React.ReactNode }) {
  return (
    <div className="composer">
      <div className="row wrap spread">
        <span className="muted text-compact">{words}</span>
        {children}
      </div>
    </div>
  )
}

type WritingProps = Props & { draft: Draft; name: string }

function Writing({ view: { room }, replyTo, onReplyEnd, onPosted, draft, name }: WritingProps) {
  const { text, setText, signal, setSignal, attempt } = draft
  const { run, busy, problem } = useAction()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (replyTo) field.current?.focus()
  }, [replyTo])
  const length = [...text].length
  const data = signal && signalData(signal)
  const isReady = text.trim() !== '' && length <= CONTENT_MAX && (signal === undefined || data !== undefined)
  async function post() {
    if (!isReady || busy !== undefined) return
    const message: NewPost = {
      content: text.trim(),
      kind: signal ? 'signal' : 'message',
      ...(data && { data }),
      ...(replyTo && { replyTo: replyTo.id }),
    }
    const sent = JSON.stringify(message)
    if (attempt.current?.sent !== sent) attempt.current = { key: crypto.randomUUID(), sent }
    const { key } = attempt.current
    await run(async () => {
      const secret = await (await import('./secretIn.ts')).secretIn(message.content)
      if (secret !== undefined) throw new Error(`This looks like ${secret}, so it was not sent. Never share it.`)
      onPosted((await postMessage(room.id, message, key)).message)
      // Text typed meanwhile is the next message.
      setText((now) => (now.trim() === message.content ? '' : now))
      setSignal(undefined)
      attempt.current = undefined
      onReplyEnd()
    })
    field.current?.focus()
  }
  function onKey(event: KeyboardEvent) {
    if (event.key === 'Escape' && replyTo) onReplyEnd()
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void post()
  }
  return (
    <form
      className="composer"
      aria-label="Post to the room"
      onSubmit={(event) => {
        event.preventDefault()
        void post()
      }}
    >
      <Problem text={problem} />
      {replyTo && (
        <p className="text-small row">
          <span className="clip">
            Replying to <bdi className="bold">{replyTo.author?.name}</bdi>: <bdi>{cut(replyTo.content, 80)}</bdi>
          </span>
          <LinkButton onClick={onReplyEnd}>No reply</LinkButton>
        </p>
      )}
      {signal && (
        <Suspense>
          <SignalFields draft={signal} onChange={setSignal} />
        </Suspense>
      )}
      <div className={`input large grows${length > CONTENT_MAX ? ' bad' : ''}`}>
        <textarea
          ref={field}
          rows={1}
          aria-label="Message"
          placeholder={`Write to the room as ${cut(name)}`}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKey}
        />
        <span className={`suffix hide-small${length > CONTENT_MAX ? ' down' : ''}`}>
          {length.toLocaleString('en-US')} of 1,500
        </span>
        <Button type="submit" kind="primary" size="small" disabled={!isReady} busy={busy && 'Posting'}>
          Post
        </Button>
      </div>
      <p className="text-small faint row spread">
        <span>Posts cannot be edited. Keys and seed phrases are refused.</span>
        <LinkButton
          onClick={() => setSignal(signal ? undefined : { side: 'buy', token: room.token ?? '', horizon: '1800' })}
        >
          {signal ? 'No signal' : 'Add a signal'}
        </LinkButton>
      </p>
    </form>
  )
}
