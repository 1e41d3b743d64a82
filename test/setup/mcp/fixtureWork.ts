import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { open } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import * as Tool from '#core/Tool.ts'
import type { ToolWork, Work } from '#core/ToolWork.ts'

type Job = { startedAt: number; endsAt: number; asked: string[]; text: string; isCancelled: boolean; tool: string }
type Started = Pick<Job, 'tool' | 'text'> & { ms?: number; asked?: string[] }

const jobs = new Map<string, Job>()

function start({ tool, text, ms = 0, asked = [] }: Started) {
  const id = `job-${jobs.size + 1}`
  const startedAt = Date.now()
  jobs.set(id, { tool, text, startedAt, endsAt: startedAt + ms, asked, isCancelled: false })
  return { text: id }
}

function jobOf(id: string): Job {
  const job = jobs.get(id)
  if (job) return job
  throw new ApiError('not_found', 'There is no such job.')
}

/** The tool that started a task. */
export const toolOf = (id: string): string | undefined => jobs.get(id)?.tool

function statusOf({ isCancelled, asked, endsAt }: Job): Work['status'] {
  if (isCancelled) return 'cancelled'
  return asked.length > 0 || Date.now() < endsAt ? 'working' : 'completed'
}

function toWork(id: string): Work {
  const job = jobOf(id)
  const questions = job.asked.map((title) => ({ id: title, title, options: [{ id: '', name: 'Anything' }] }))
  const at = new Date(job.startedAt)
  return { id, status: statusOf(job), note: '', questions, createdAt: at, updatedAt: at, output: { text: job.text } }
}

const POLL_MS = 20

/** Work of a conformance tool, in memory. A declared client gets a task for each. */
const work: ToolWork = {
  pendingIn: (output) => (output as { text: string }).text,
  waitMs: { beforeTask: 0, plain: 5_000, withProgress: 5_000 },
  find: async (id) => toWork(id),
  resourceOf: ({ id }) => `job://${id}`,
  async settle(id, ms) {
    for (const until = Date.now() + ms; Date.now() < until && toWork(id).status === 'working'; ) await delay(POLL_MS)
    return toWork(id)
  },
  async answer(id, { question }) {
    const job = jobOf(id)
    job.asked = job.asked.filter((one) => one !== question)
  },
  async cancel(id) {
    jobOf(id).isCancelled = true
  },
  async *follow(id) {
    for (let step = 1; toWork(id).status === 'working'; step++) {
      yield `Step ${step}`
      await delay(250)
    }
  },
}

const shared = {
  title: 'Conformance',
  description: 'A tool of the conformance suite.',
  access: open,
  limit: 'read',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  output: z.object({ text: z.string() }),
} as const

function working<Input extends z.ZodType>(name: string, input: Input, begin: (input: z.output<Input>) => Started) {
  return Tool.define({ ...shared, name: name as 'svc_', input, work, run: (given) => start(begin(given)) })
}

const none = z.strictObject({})

/** Tools that start work, in the form of the product's own. */
export const WORKING_TOOLS = [
  Tool.define({
    ...shared,
    name: 'greet' as 'svc_',
    input: z.strictObject({ name: z.string() }),
    run: ({ name }) => ({ text: `Hello, ${name}!` }),
  }),
  working('slow_compute', z.object({ seconds: z.number() }), ({ seconds }) => ({
    tool: 'slow_compute',
    text: 'Computed.',
    ms: seconds * 1_000,
  })),
  working('failing_job', none, () => ({ tool: 'failing_job', text: 'This job failed.', ms: 300 })),
  working('protocol_error_job', none, () => ({ tool: 'protocol_error_job', text: '', ms: 300 })),
  working('confirm_delete', z.object({ filename: z.string() }), ({ filename }) => ({
    tool: 'confirm_delete',
    text: `Deleted ${filename}.`,
    asked: ['confirm'],
  })),
  working('multi_input', none, () => ({ tool: 'multi_input', text: 'Both are there.', asked: ['first', 'second'] })),
  working('test_tool_with_task', z.object({ name: z.string().default('') }), ({ name }) => ({
    tool: 'test_tool_with_task',
    text: `Hello, ${name}!`,
    ms: 300,
  })),
  working('test_tool_with_progress', none, () => ({ tool: 'test_tool_with_progress', text: 'Done.', ms: 1_000 })),
]
