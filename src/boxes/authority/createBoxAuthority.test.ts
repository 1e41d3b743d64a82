import { duplexPair } from 'node:stream'
import { expect, test } from 'vitest'
import { createCatalogue } from '#boxes/catalogue/createCatalogue.ts'
import type { Box } from '#boxes/store/boxes.ts'
import { createBoxAuthority } from './createBoxAuthority.ts'

const box = { id: 'box_1', developer_id: 'dev_1', agent_id: 'echo', scopes: ['lp:build'] } as unknown as Box

test('the authority of a box ends with its channel, and an unknown secret has none', async () => {
  const catalogue = createCatalogue({ protocols: new Set(), isolation: () => 'bubblewrap' })
  const secrets: string[] = []
  const authority = createBoxAuthority({
    catalogue,
    gateway: { open: () => async () => {} },
    baseUrl: 'http://slipway.example',
    audit: { count: () => {} },
    callService(request) {
      secrets.push(request.headers.get('authorization')?.slice('Bearer '.length) ?? '')
      return new Response()
    },
  })
  const [inside, outside] = duplexPair()
  const attached = authority.attach(box, outside, () => false)
  const { connect } = await import('node:http2')
  const session = connect('http://slipway', { createConnection: () => inside })
  await session.request({ ':path': '/box' }).toArray()
  const [secret = ''] = secrets
  expect(authority.authenticate({ secret, address: '' })).toMatchObject({
    kind: 'box',
    boxId: 'box_1',
    developerId: 'dev_1',
    scopes: ['lp:build'],
  })
  expect(() => authority.authenticate({ secret: 'made-up', address: '' })).toThrow(/has ended/)
  session.destroy()
  attached[Symbol.dispose]()
  await expect.poll(() => attempt(() => authority.authenticate({ secret, address: '' }))).toMatch(/has ended/)
})

function attempt(work: () => unknown): string {
  try {
    work()
    return ''
  } catch (error) {
    return String(error)
  }
}
