import { expect, it } from 'vitest'
import type { BoxMessage, BoxTask, Conversation } from '../../api/boxes.ts'
import { heard, NO_TALK, startOf, talkOf, withTask } from './conversation.ts'

const task = (status: BoxTask['status']) => ({ id: 'task_1', messageId: 'msg_1', status }) as BoxTask
const message = (seq: number, authorType: 'human' | 'agent') =>
  ({ id: `msg_${seq}`, seq, authorType, taskId: 'task_1', content: String(seq) }) as BoxMessage
const update = (part: object) => ({ kind: 'update', data: { taskId: 'task_1', update: part } })

it('gathers an answer piece by piece, with what the agent does meanwhile', () => {
  let talk = withTask(NO_TALK, task('running'))
  for (const part of [
    { type: 'step', stepId: 's', title: 'pool.state', status: 'in_progress' },
    { type: 'text', text: 'The pool ' },
    { type: 'text', text: 'is open.' },
    { type: 'step', stepId: 's', status: 'completed' },
  ])
    talk = heard(talk, update(part))
  expect(talk.runs[0]).toMatchObject({
    text: 'The pool is open.',
    steps: [{ title: 'pool.state', status: 'completed' }],
  })
})

it('shows a message once, however often it is heard, and in order', () => {
  const second = { kind: 'message', data: { message: message(5, 'agent') } }
  const first = { kind: 'message', data: { message: message(2, 'human') } }
  const talk = [second, first, second].reduce(heard, NO_TALK)
  expect(talk.messages.map(({ seq }) => seq)).toEqual([2, 5])
})

it('follows an answer under way from the question it answers', () => {
  const conversation = {
    session: { lastSeq: 30 },
    messages: [message(1, 'human')],
    tasks: [task('running')],
  } as Conversation
  expect(startOf(conversation)).toBe(1)
  expect(startOf({ ...conversation, tasks: [task('completed')] })).toBe(30)
  expect(talkOf(conversation, []).runs.length).toBe(1)
})

it('asks for a confirmation until it is answered', () => {
  const asking = { kind: 'confirmation', data: { confirmation: { id: 'c', status: 'pending' } } }
  const answered = { kind: 'confirmation', data: { confirmation: { id: 'c', status: 'answered' } } }
  expect([asking, answered].reduce(heard, NO_TALK).confirmations.map(({ status }) => status)).toEqual(['answered'])
})

it('asks for nothing more once the run has ended', () => {
  const asking = { kind: 'confirmation', data: { confirmation: { id: 'c', taskId: 'task_1', status: 'pending' } } }
  const other = { kind: 'confirmation', data: { confirmation: { id: 'd', taskId: 'task_2', status: 'pending' } } }
  const ended = { kind: 'task', data: { task: task('cancelled') } }
  expect([asking, other, ended].reduce(heard, NO_TALK).confirmations.map(({ id }) => id)).toEqual(['d'])
})
