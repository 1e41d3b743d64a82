import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Command, Input } from '../Command.ts'
import { forward, type Target } from '../forward.ts'
import type { Session } from '../Session.ts'
import { UsageError } from '../UsageError.ts'

const RETRY_MS = 1_000

export const listenCommand: Command = {
  name: 'listen',
  summary: 'Follow launches and trades as they happen, or the events of your rules. A broken stream resumes by itself.',
  options: {
    token: { value: 'address', summary: 'Only this token.' },
    kinds: { value: 'kinds', summary: 'Such as token,trade,graduation.' },
    alerts: { summary: 'Follow the events of your rules instead of launches and trades.' },
    rule: { value: 'id', summary: 'Only this rule. Implies --alerts.' },
    forward: {
      value: 'url',
      summary: 'Send each event of your rules to this URL, signed as a webhook. Implies --alerts.',
    },
    count: { value: 'n', summary: 'Ends after this number of events.' },
    after: { value: 'id', summary: 'Starts after this event. Default: now.' },
  },
  example: 'listen --forward http://localhost:3000/hook',
  async run(session, input) {
    const { forward: url, rule, count } = input.options
    const isAlerts = input.flags.has('alerts') || url !== undefined || rule !== undefined
    let left = Number(count ?? Number.POSITIVE_INFINITY)
    for await (const output of isAlerts ? alerts(session, input) : launches(session, input)) {
      session.emit(output)
      left -= 1
      if (left <= 0) return undefined
    }
    return undefined
  },
}

async function* launches({ client, signal }: Session, { options }: Input) {
  const { token: address, kinds, after: lastEventId } = options
  for await (const { id, event, data } of client.streamLaunchEvents({ address, kinds }, { signal, lastEventId }))
    yield { json: { id, event, data }, text: `${id}  ${event}  ${JSON.stringify(data)}` }
}

type Alert = { type: string; id: string; sequence: number; rule: { id: string; name: string }; data: unknown }

/** The position moves on after an event was forwarded, so that a break loses none. */
async function* alerts(session: Session, { options }: Input) {
  const { rule, after: lastEventId } = options
  const target = targetOf(session, options['forward'])
  for await (const { event, data } of session.client.followAlerts({}, { signal: session.signal, lastEventId })) {
    if (event === 'reset') session.note('Events were missed: the position is not known any more.')
    const alert = data as Alert
    if (event !== 'event' || (rule !== undefined && alert.rule.id !== rule)) continue
    const line = `${alert.sequence}  ${alert.type}  ${alert.rule.name}  ${JSON.stringify(alert.data)}`
    if (!target) yield { json: alert, text: line }
    else {
      const status = await deliver(session, target, alert)
      yield { json: { status, event: alert }, text: `${status}  ${line}` }
    }
  }
}

/** A server that is down, as while it restarts, is tried until it answers; its answer is printed. */
async function deliver(session: Session, target: Target, alert: Alert): Promise<number> {
  for (let isTold = false; ; isTold = true) {
    const status = await forward(target, alert)
    if (status !== undefined) return status
    if (!isTold) session.note(`${target.url} does not answer. Trying again every second …`)
    await pause(RETRY_MS, undefined, { signal: session.signal })
  }
}

function targetOf({ env, note }: Session, url: string | undefined): Target | undefined {
  if (url === undefined) return undefined
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new UsageError(`${url} is not a URL. Send one such as http://localhost:3000/hook.`)
  const secret = env['SLIPWAY_WEBHOOK_SECRET']
  if (secret !== undefined) return { url, secret }
  const made = `whsec_${randomBytes(32).toString('base64')}`
  note(`The secret of the signatures, for this run: ${made}`)
  return { url, secret: made }
}
