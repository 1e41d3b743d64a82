import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Skill } from '#core/Skill.ts'
import { loadSkills } from '#skills/loadSkills.ts'
import { type BoxesService, createBoxesService } from '../setup/boxes/boxesService.ts'
import { templatesFolder } from '../setup/boxes/templates.ts'

let folder: Awaited<ReturnType<typeof templatesFolder>>
let service: BoxesService
let skills: Skill[]
let ada: string

beforeAll(async () => {
  const model = { variable: 'AGENT_MODEL', names: ['quick', 'deep'] }
  folder = await templatesFolder({ id: 'modelled', command: 'builtin', arguments: ['echo'], model })
  const values = { base_url: 'http://127.0.0.1', chain_prefix: 'rh', caller_rules: '-', key_steps: '-' }
  skills = await loadSkills('skills', values)
  service = await createBoxesService({ templatesFolder: folder.path, skills, perDeveloperMax: 20 })
  ada = await service.developer()
})
afterEach(() => expect(service.failures.splice(0)).toEqual([]))
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

const create = (body: object) => service.send('POST', '', { as: ada, body })
async function say(boxId: string, words: readonly string[]): Promise<string[]> {
  const path = `/${boxId}/sessions/${await service.session(ada, boxId)}`
  const answers: string[] = []
  for (const content of words) answers.push((await service.ask(ada, path, content)).body.agentReply.content)
  return answers
}

describe('skills of a box', () => {
  test('are linked in each session, and read there exactly as the store serves them', async () => {
    const names = ['svc-api', 'svc-launchpad']
    const boxId = await service.readyBox(ada, { skills: names })
    expect((await service.send('GET', `/${boxId}`, { as: ada })).body.box.skills).toEqual(names)
    const wanted = skills
      .filter(({ name }) => names.includes(name))
      .map(({ name, files }) => ({ name, text: files.find(({ path }) => path === 'SKILL.md')?.text }))
    for (const [first = '', again] of [await say(boxId, ['skills', 'skills']), await say(boxId, ['hello', 'skills'])]) {
      expect(
        JSON.parse(again ?? first).map(({ name, text }: { name: string; text: string }) => ({ name, text })),
      ).toEqual(wanted)
    }
  })

  test('survive a pause and resume, and are empty where none were requested', async () => {
    const boxId = await service.readyBox(ada, { skills: ['svc-box'] })
    await service.send('POST', `/${boxId}/pause`, { as: ada })
    await service.untilStatus(ada, boxId, 'paused')
    await service.send('POST', `/${boxId}/resume`, { as: ada })
    await service.untilStatus(ada, boxId, 'ready')
    const [read = ''] = await say(boxId, ['skills'])
    expect(JSON.parse(read)).toMatchObject([{ name: 'svc-box', path: '/skills/svc-box/SKILL.md' }])
    expect(await say(await service.readyBox(ada), ['skills'])).toEqual(['[]'])
  })

  test('that the store does not have are refused with those it has', async () => {
    const { status, body } = await create({ agentId: 'echo', skills: ['svc-api', 'svc-nothing'] })
    expect([status, body.code]).toEqual([400, 'invalid_argument'])
    expect(body.message).toContain('svc-launchpad')
  })
})

describe('the model of an agent', () => {
  test('reaches an agent with a choice of models, and is in the record', async () => {
    const boxId = await service.readyBox(ada, { agentId: 'modelled', agentModel: 'deep' })
    expect((await service.send('GET', `/${boxId}`, { as: ada })).body.box.agentModel).toBe('deep')
    expect(await say(boxId, ['variable AGENT_MODEL'])).toEqual(['deep'])
    const { agents } = (await service.send('GET', '/agents')).body
    const modelsOf = (id: string) => agents.find((agent: { id: string }) => agent.id === id).models
    expect([modelsOf('modelled'), modelsOf('echo'), modelsOf('claude')]).toEqual([['quick', 'deep'], null, []])
  })

  test('is refused if it is not one of the names, or if there is no choice', async () => {
    const other = await create({ agentId: 'modelled', agentModel: 'vast' })
    expect([other.status, other.body.message]).toEqual([400, expect.stringContaining('quick, deep')])
    const none = await create({ agentId: 'echo', agentModel: 'deep' })
    expect([none.status, none.body.code, none.body.details]).toEqual([
      400,
      'failed_precondition',
      expect.arrayContaining([{ type: 'field', value: 'agentModel' }]),
    ])
  })
})

test('a burst of boxes that all start cold is brought up a few at a time, and every one is ready', async () => {
  const eve = await service.developer()
  const made = await Promise.all(
    Array.from({ length: 12 }, () => service.send('POST', '', { as: eve, body: { agentId: 'echo', size: 'medium' } })),
  )
  for (const { body } of made) await service.untilStatus(eve, body.box.id, 'ready')
})
