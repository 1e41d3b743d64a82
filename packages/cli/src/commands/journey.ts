import type { Command } from '../Command.ts'
import { type Journey, NotOffered, type Step } from '../journey/Journey.ts'
import { marketSteps } from '../journey/marketSteps.ts'
import { openJourney } from '../journey/openJourney.ts'
import { platformSteps } from '../journey/platformSteps.ts'
import type { Session } from '../Session.ts'

const STEPS: readonly Step[] = [...platformSteps, ...marketSteps]

type Done = { step: string; status: 'done' | 'not offered'; text: string; ms: number }

export const journeyCommand: Command = {
  name: 'journey',
  summary:
    'Do everything the service promises, with test money: sign in, talk, launch, trade, provide liquidity, claim.',
  example: 'journey --url http://127.0.0.1:8787',
  async run(session) {
    const leaving = new AbortController()
    const signal = AbortSignal.any([session.signal, leaving.signal])
    const startedAt = performance.now()
    try {
      const journey = await openJourney(session.url, signal)
      const steps: Done[] = []
      for (const [index, step] of STEPS.entries()) {
        const done = await take(step, journey)
        steps.push(done)
        show(session, done, index + 1)
      }
      const seconds = (performance.now() - startedAt) / 1000
      const count = steps.filter(({ status }) => status === 'done').length
      const text = `\n${count} of ${STEPS.length} steps in ${seconds.toFixed(1)} s.`
      return { json: { url: session.url, token: journey.token, steps, seconds }, text }
    } finally {
      leaving.abort()
    }
  },
}

async function take({ name, run }: Step, journey: Journey): Promise<Done> {
  const startedAt = performance.now()
  const done = (status: Done['status'], text: string): Done => ({
    step: name,
    status,
    text,
    ms: Math.round(performance.now() - startedAt),
  })
  try {
    return done('done', await run(journey))
  } catch (error) {
    if (error instanceof NotOffered) return done('not offered', `This deployment does not offer it: ${error.message}`)
    throw new Error(`The step “${name}” failed: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}

function show({ options, terminal }: Session, { step, text }: Done, number: number): void {
  if (!options.isJson) terminal.print(`${String(number).padStart(2)}  ${step.padEnd(9)} ${text}`)
}
