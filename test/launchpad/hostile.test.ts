import { type Address, parseEther } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as Cursor from '#core/Cursor.ts'
import { MNEMONIC } from '#devnet/accounts.ts'
import { readEvents } from '../setup/eventStream.ts'
import * as Launch from '../setup/launchpad/launchChain.ts'
import { type LaunchService, startLaunchService } from '../setup/launchpad/launchService.ts'

let service: LaunchService
let token: Address
const ann = mnemonicToAccount(MNEMONIC, { addressIndex: 0 })
beforeAll(async () => {
  service = await startLaunchService()
  await service.chain.mine([
    Launch.create(ann.address, { name: 'Target', symbol: 'TGT', value: parseEther('0.1') }),
    Launch.create(ann.address, { name: 'Target Two', symbol: 'TG2' }),
  ])
  await service.settled()
  token = (await service.chain.curves())[0]!.token
})
afterAll(() => service[Symbol.asyncDispose]())

describe('a forged cursor is refused', () => {
  test.each([
    [''],
    ['abc'],
    ['abc def'],
    ['NaN 1'],
    ['1e9999 1'],
    ['1 1 1'],
    ['-1 -1'],
    [`${'9'.repeat(61)} 1`],
    ['1 99999999999999999999'],
  ])('%.20j', async (text) => {
    const made = (scope: string) => Cursor.encode(scope, text.split(' '))
    const sorts = ['newest', 'progress', 'volume', 'marketCap', 'lastTrade']
    const paths = [
      ...sorts.map((sort) => `tokens?sort=${sort}&cursor=${made(`tokens\n${sort}\n\nundefined\n`)}`),
      `trades?cursor=${made('trades\n\n')}`,
      `holders?address=${token}&cursor=${made(`holders\n${token}`)}`,
    ]
    for (const path of paths) {
      const response = await service.fetch(`/api/launchpad/${path}`)
      expect([path, response.status]).toEqual([path, 400])
      expect(await response.json()).toMatchObject({ code: 'invalid_argument' })
    }
  })

  test('and a well-formed cursor of another row works like any other', async () => {
    const cursor = Cursor.encode('tokens\nlastTrade\n\nundefined\n', ['9'.repeat(16), '9'.repeat(16)])
    expect((await service.get(`/api/launchpad/tokens?sort=lastTrade&cursor=${cursor}`)).tokens).toHaveLength(2)
  })
})

describe('metadata that could mislead its readers is refused', () => {
  const prepare = (body: object) =>
    service.post('/api/launchpad/prepare', { action: 'metadata', from: ann.address, token, ...body })

  test.each([
    '',
    'not a url',
    'https://',
    'https://a b',
    'https://a.example:99999/',
    '//a.example',
    'https://bank.example@a.example/',
    'https://:bank.example@a.example/',
    'https://a\u202eb.example/',
    'data:text/html,x',
  ])('the link %j', async (website) => {
    const response = await prepare({ links: { website } })
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ message: expect.stringContaining('links.website') }),
    ])
  })

  test.each([9e15, 1e12, 0, -5, 1.5])('the expiry %d', async (expiry) => {
    const response = await prepare({ expiry })
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ message: expect.stringMatching(/^expiry/) }),
    ])
  })
})

test.each(['abc', '99999999999999999999', '-1', '1.5', '0x10'])(
  'a listener with the number %s of another service must read again',
  async (id) => {
    await using stream = readEvents(await service.fetch('/api/launchpad/events', { headers: { 'last-event-id': id } }))
    expect(await stream.until(() => true)).toMatchObject({ event: 'reset' })
  },
)

test('a search counts what it shows, also right after it found nothing', async () => {
  expect((await service.get('/api/launchpad/tokens?search=sudden')).total).toBe(0)
  await service.chain.mine([Launch.create(ann.address, { name: 'Sudden', symbol: 'SUD' })])
  await service.settled()
  const body = await service.get('/api/launchpad/tokens?search=sudden')
  expect([body.total, body.tokens.length]).toEqual([1, 1])
})

test('every address in the discovery document answers', async () => {
  const { endpoints } = await service.get('/.well-known/rh-launchpad.json')
  const asked: Record<string, string> = { token: '?address=TOKEN', events: '?after=0', quote: '?amount=1000' }
  for (const [name, url] of Object.entries<string>(endpoints)) {
    const kind = name.replace('rh-', '')
    const query = asked[kind] ?? (['candles', 'holders', 'metadata'].includes(kind) ? '?address=TOKEN' : '')
    const { pathname } = new URL(url)
    const response =
      kind === 'prepare'
        ? await service.post(pathname, { action: 'create', from: ann.address, name: 'A', symbol: 'B' })
        : await service.fetch(pathname + query.replace('TOKEN', token))
    expect([url, response.status]).toEqual([url, 200])
  }
})

test('before the index has started, no response claims that there are no launches', async () => {
  await using early = await startLaunchService({ isIndexing: false, chain: service.chain })
  for (const path of ['tokens', 'tokens?graduated=true', 'stats'])
    expect([path, (await early.fetch(`/api/launchpad/${path}`)).status]).toEqual([path, 503])
  const said = { token, description: 'early' }
  const prepared = await early.post('/api/launchpad/prepare', { action: 'metadata', from: ann.address, ...said })
  const { typedData } = (await prepared.json()) as { typedData: Parameters<typeof ann.signTypedData>[0] }
  const { expiry } = typedData.message as { expiry: string }
  const body = { ...said, expiry: Number(expiry), signature: await ann.signTypedData(typedData) }
  expect((await early.post('/api/launchpad/metadata', body)).status).toBe(503)
})
