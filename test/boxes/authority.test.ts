import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BoxesService, createBoxesService } from '../setup/boxes/boxesService.ts'

let service: BoxesService
let ada: string
let bob: string

beforeAll(async () => {
  service = await createBoxesService()
  ;[ada, bob] = await Promise.all([service.developer(), service.developer()])
})
afterAll(() => service[Symbol.asyncDispose]())

/** The response that a program in the box gets. */
async function fromInside(as: string, boxId: string, line: string) {
  const path = `/${boxId}/sessions/${await service.session(as, boxId)}`
  const { body } = await service.ask(as, path, `call ${line}`)
  return JSON.parse(body.agentReply.content)
}

describe('through its descriptor a box reaches the service', () => {
  test('as itself, for its own developer, with the scopes it was given', async () => {
    const box = await service.readyBox(ada)
    expect(await fromInside(ada, box, 'GET /box')).toMatchObject({
      boxId: box,
      agentId: 'echo',
      scopes: ['arena:read', 'lp:build'],
    })
    const caller = await fromInside(ada, box, 'POST /lp/probe {}')
    expect(caller).toMatchObject({ kind: 'box', boxId: box })
    const others = await service.readyBox(bob)
    const other = await fromInside(bob, others, 'POST /lp/probe {}')
    expect(other.boxId).toBe(others)
    expect(other.developerId).not.toBe(caller.developerId)
  })

  test('but not beyond the scopes of its box', async () => {
    const box = await service.readyBox(ada, { scopes: [] })
    expect(await fromInside(ada, box, 'POST /lp/probe {}')).toMatchObject({ status: 403, code: 'permission_denied' })
    const poor = await service.developer(['box:write', 'box:read'])
    const given = await service.readyBox(poor)
    expect(await fromInside(poor, given, 'POST /lp/probe {}')).toMatchObject({ status: 403 })
  })

  test('and never keys, boxes or anything else that is not on its list', async () => {
    const box = await service.readyBox(ada)
    const lines = [
      'GET /api/developer/keys',
      'POST /api/developer/keys {"name":"x"}',
      'GET /api/boxes',
      'POST /api/boxes {}',
    ]
    for (const line of [
      ...lines,
      `GET /api/boxes/${box}`,
      'GET /metrics',
      'GET /api/developer/audit',
      'POST /api/auth/siwe/nonce {}',
    ])
      expect(await fromInside(ada, box, line), line).toMatchObject({ status: 404, code: 'not_found' })
    await service.flushAudit()
    const { rows } = await service.auditOf(box)
    expect(rows.map(({ event }) => event)).toEqual(expect.arrayContaining(['box.created', 'box.refused']))
  })
})
