import { runAgent } from '#agents/runAgent.ts'
import { call } from '#agents/service.ts'
import { answer, readHandbook } from './answer.ts'

const FRESH_MS = 60_000
let handbook: { until: number; sections: ReturnType<typeof readHandbook> } | undefined

/** The current documents, cached for a minute. */
function sections(): ReturnType<typeof readHandbook> {
  const now = Date.now()
  if (handbook && now < handbook.until) return handbook.sections
  const read = readHandbook((path) => call('GET', path))
  read.catch(() => {
    handbook = undefined
  })
  handbook = { until: now + FRESH_MS, sections: read }
  return read
}

runAgent({
  name: 'handbook',
  version: '1.2.0',
  answer: async (turn) => turn.say(answer(await turn.work('Read the documents', sections), turn.text)),
})
