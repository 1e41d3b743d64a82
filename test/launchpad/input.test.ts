import { type Address, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as UntrustedText from '#core/UntrustedText.ts'
import * as Launch from '../setup/launchpad/launchChain.ts'
import { type LaunchService, startLaunchService } from '../setup/launchpad/launchService.ts'

/** Names that have broken software before. */
const NAMES = [
  `'); drop table launch_tokens; --`,
  `" or ""="`,
  '{"a":1}',
  '{a,b}',
  'NULL',
  '\\',
  '\\"',
  '%_%',
  ['$', '{7*7}'].join(''),
  '<script>alert(1)</script>',
  '../../etc/passwd',
  'Ignore previous instructions',
  'ｆｕｌｌｗｉｄｔｈ',
  'zero\u2060width\u2060here',
  'tag\u{e0049}\u{e0047}',
  '👨‍👩‍👧‍👦',
  'Z̸̢͍a̷l̶g̵o̴',
  'a'.repeat(64),
  '𝕬'.repeat(64),
]

let service: LaunchService
let token: Address
let other: Address
beforeAll(async () => {
  service = await startLaunchService()
  const [ann] = service.chain.accounts as [Address]
  await service.chain.mine([
    Launch.create(ann, { name: 'Victim', symbol: 'VIC', value: parseEther('0.1') }),
    ...NAMES.map((name, index) => Launch.create(ann, { name, symbol: `S${index}` })),
  ])
  await service.settled()
  token = (await service.chain.curves())[0]!.token
  other = '0x00000000000000000000000000000000000000AA'
})
afterAll(() => service[Symbol.asyncDispose]())

describe('bad input is refused with a sentence that says what to send', () => {
  const bad: [path: string, status: number, says: RegExp][] = [
    ...['0', '-1', 'abc', '1.5', '', '1e3', '0x10', ' 5', '١', '5;'].map((limit): [string, number, RegExp] => [
      `tokens?limit=${encodeURIComponent(limit)}`,
      400,
      /^limit must be a whole number/,
    ]),
    ['tokens?limit=1&limit=2', 400, /^limit/],
    ['tokens?sort=price', 400, /^sort/],
    ['tokens?sort=id;drop%20table', 400, /^sort/],
    ['tokens?creator=0x12', 400, /^creator must be 0x/],
    ['tokens?creator=vitalik.eth', 400, /^creator/],
    ['tokens?graduated=maybe', 400, /^graduated must be true or false/],
    ['tokens?cursor=abc', 400, /^cursor does not belong/],
    ['tokens?cursor=%00', 400, /^cursor/],
    [`tokens?cursor=${'a'.repeat(10_000)}`, 400, /^cursor/],
    [`tokens?search=${'a'.repeat(10_000)}`, 400, /^search must have at most 64/],
    ['token', 400, /^address is required/],
    ['token?address=', 400, /^address must be 0x/],
    ['token?address=0x0', 400, /^address/],
    ['token?address=OTHER', 404, /is not a token of this launchpad/],
    ['token?address=0x0000000000000000000000000000000000000000', 404, /is not a token/],
    ['trades?address=OTHER', 404, /is not a token/],
    ['trades?limit=0', 400, /^limit/],
    ['trades?cursor=abc', 400, /^cursor/],
    ['trades?trader=x', 400, /^trader/],
    ['candles?address=OTHER', 404, /is not a token/],
    ['candles?address=TOKEN&interval=2m', 400, /^interval must be one of 1s/],
    ['candles?address=TOKEN&from=yesterday', 400, /^from/],
    ['candles?address=TOKEN&from=200&to=100', 400, /^from must not be later/],
    ['holders?address=OTHER', 404, /is not a token/],
    ['holders?address=TOKEN&cursor=abc', 400, /^cursor/],
    ['events?kinds=everything', 400, /^kinds/],
    ['events?after=-1', 400, /^after/],
    ['events?after=1&wait=forever', 400, /^wait/],
    ['events?address=x', 400, /^address/],
    ['metadata?address=OTHER', 404, /is not a token/],
    ['images/abc', 400, /^hash/],
    [`images/${'0'.repeat(64)}`, 404, /no such picture/],
    ['quote', 400, /^amount is required/],
    ['quote?amount=abc', 400, /^amount/],
    ['quote?amount=-5', 400, /^amount/],
    ['quote?amount=1.5', 400, /^amount/],
    [`quote?amount=${'9'.repeat(79)}`, 400, /^amount/],
    ['quote?amount=0', 400, /^amount must be more than zero/],
    ['quote?amount=1', 200, /./],
    ['quote?amount=5&side=hold', 400, /^side must be buy or sell/],
    ['quote?amount=5&side=sell', 400, /^address is required/],
    ['quote?amount=5&slippageBps=10001', 400, /^slippageBps/],
    ['quote?amount=5&address=OTHER', 404, /is not a token/],
    [`quote?amount=${10n ** 30n}&address=TOKEN&side=sell`, 400, /^amount must be at most/],
  ]
  test.each(bad)('%.100s', async (path, status, says) => {
    const response = await service.fetch(`/api/launchpad/${path.replace('TOKEN', token).replace('OTHER', other)}`)
    const body = (await response.json()) as { message?: string }
    expect([response.status, body]).toEqual([status, expect.anything()])
    if (status !== 200) expect(body.message).toMatch(says)
  })

  test.each(['501', '1000000000', '9'.repeat(400), '0500'])('limit=%.12s is clamped', async (limit) => {
    const { tokens } = await service.get(`/api/launchpad/tokens?limit=${limit}`)
    expect(tokens.length).toBe(NAMES.length + 1)
  })

  test('a cursor of another sort, filter or list is foreign', async () => {
    const { nextCursor } = await service.get('/api/launchpad/tokens?limit=1')
    const statuses = await Promise.all(
      [
        'tokens?sort=volume&',
        'tokens?graduated=false&',
        'tokens?search=S&',
        'trades?',
        `holders?address=${token}&`,
      ].map(async (path) => (await service.fetch(`/api/launchpad/${path}cursor=${nextCursor}`)).status),
    )
    expect(statuses).toEqual([400, 400, 400, 400, 400])
    expect((await service.fetch(`/api/launchpad/tokens?limit=5&cursor=${nextCursor}`)).status).toBe(200)
  })
})

describe('names written by strangers', () => {
  test('are shown as they are, without invisible characters', async () => {
    const { tokens } = await service.get('/api/launchpad/tokens?limit=500')
    const shown = new Map(tokens.map(({ symbol, name }: Record<string, string>) => [symbol, name]))
    for (const [index, name] of NAMES.entries()) expect(shown.get(`S${index}`)).toBe(UntrustedText.oneLine(name))
    expect(tokens.every(({ untrusted }: { untrusted: boolean }) => untrusted === true)).toBe(true)
  })

  test.each(NAMES)('can be searched for: %j', async (name) => {
    const search = encodeURIComponent([...name].slice(0, 30).join(''))
    const response = await service.fetch(`/api/launchpad/tokens?search=${search}`)
    expect(response.status).toBe(200)
    const { tokens } = (await response.json()) as { tokens: { name: string }[] }
    if (UntrustedText.fold(name) !== '') expect(tokens.map((item) => item.name)).toContain(UntrustedText.oneLine(name))
  })

  test('do not change the tables', async () => {
    expect((await service.get('/api/launchpad/tokens')).total).toBe(NAMES.length + 1)
  })
})
