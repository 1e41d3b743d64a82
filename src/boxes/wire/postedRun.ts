import { z } from 'zod'
import { PostedMessage } from './schemas.ts'
import { toPostedMessage } from './toWire.ts'

/** The answer of the tool that posts a message. */
export const PostedRun = PostedMessage.extend({
  next: z.string().nullable().meta({ description: 'How to continue when there is no reply yet.' }),
})

type Posted = Parameters<typeof toPostedMessage>[0]

export function toPostedRun(posted: Posted, baseUrl: string): z.output<typeof PostedRun> {
  return { ...toPostedMessage(posted), next: nextStep(posted, baseUrl) }
}

function nextStep({ task, session: { id, box_id }, message }: Posted, baseUrl: string): string | null {
  if (!task || task.ended_at) return null
  const box = `${baseUrl}/api/boxes/${box_id}`
  if (task.status === 'input_required')
    return `The agent asks a person for permission: GET ${box}/sessions/${id}/confirmations?status=pending, then POST ${box}/confirmations/{id}.`
  return `The agent is still running. Read the resource box://${box_id}/sessions/${id} later, or GET ${box}/sessions/${id}/events?after=${message.seq}&wait=25.`
}
