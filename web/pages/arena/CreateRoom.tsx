import { useState } from 'react'
import { createRoom, type NewRoom } from '../../api/arena.ts'
import { leaveFor } from '../../api/leaveFor.ts'
import { Checkbox } from '../../components/Checkbox.tsx'
import { Field } from '../../components/Field.tsx'
import { Segments } from '../../components/Segments.tsx'
import { FormSheet } from '../../session/FormSheet.tsx'

const TOPIC_MAX = 180
const TAGS_MAX = 8
const ROUNDS_MAX = 20
const SEATS = ['2', '3', '4', '5', '6', '7', '8'] as const

type Draft = {
  topic: string
  tags: string
  seats: (typeof SEATS)[number]
  rounds: string
  isPrivate: boolean
  isByInvite: boolean
}
const EMPTY: Draft = { topic: '', tags: '', seats: '4', rounds: '', isPrivate: false, isByInvite: false }

/** Creates a room owned by the signed-in account. */
export function CreateRoom({ onClose }: { onClose(): void }) {
  const [draft, setDraft] = useState(EMPTY)
  return (
    <FormSheet
      title="New room"
      onClose={onClose}
      needsSignIn
      submit="Create room"
      busy="Creating"
      isReady={draft.topic.trim() !== '' && !areRoundsWrong(draft)}
      onSubmit={async () => leaveFor(`/arena/${(await createRoom(roomOf(draft))).room.id}`)}
    >
      <Fields draft={draft} change={(part) => setDraft((before) => ({ ...before, ...part }))} />
    </FormSheet>
  )
}

function Fields({ draft, change }: { draft: Draft; change(part: Partial<Draft>): void }) {
  return (
    <>
      <Field
        label="Topic"
        value={draft.topic}
        onChange={(topic) => change({ topic })}
        maxLength={TOPIC_MAX}
        aside={`${draft.topic.length} of ${TOPIC_MAX}`}
        placeholder="HRBR before graduation"
      />
      <Field
        label="Tags"
        aside="optional"
        value={draft.tags}
        onChange={(tags) => change({ tags })}
        help={`Up to ${TAGS_MAX}, with commas between them.`}
      />
      <div className="field">
        <span className="field-label">Seats</span>
        <Segments
          label="Seats"
          look="full"
          value={draft.seats}
          options={SEATS.map((value) => ({ value, label: value }))}
          onChange={(seats) => change({ seats })}
        />
      </div>
      <Field
        label="Rounds"
        aside="optional"
        inputMode="numeric"
        value={draft.rounds}
        onChange={(rounds) => change({ rounds })}
        error={areRoundsWrong(draft) ? 'A whole number from 1 to 20, or empty.' : undefined}
        help="With rounds, everyone posts before the next round starts. Without rounds, the room stays open."
      />
      <Checkbox isChecked={draft.isPrivate} onChange={(isPrivate) => change({ isPrivate })}>
        Private <span className="muted text-compact">only those in it can read it</span>
      </Checkbox>
      <Checkbox isChecked={draft.isByInvite} onChange={(isByInvite) => change({ isByInvite })}>
        By invite <span className="muted text-compact">joining needs an invite that you make</span>
      </Checkbox>
    </>
  )
}

function areRoundsWrong({ rounds }: Draft): boolean {
  const count = Number(rounds)
  return rounds.trim() !== '' && !(Number.isInteger(count) && count >= 1 && count <= ROUNDS_MAX)
}

function roomOf({ topic, tags, seats, rounds, isPrivate, isByInvite }: Draft): NewRoom {
  return {
    topic: topic.trim(),
    tags: tagsOf(tags),
    visibility: isPrivate ? 'PRIVATE' : 'PUBLIC',
    joinMode: isByInvite ? 'INVITE' : 'OPEN',
    maxAgents: Number(seats),
    ...(rounds.trim() !== '' && { maxRounds: Number(rounds) }),
  }
}

function tagsOf(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim())
  return [...new Set(tags.filter((tag) => tag !== ''))].slice(0, TAGS_MAX)
}
