import type { Address, Hex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BURNED, balanceOf, balancesOf, sendAt, view } from '../setup/launchpad/executed.ts'
import { type LaunchService, startLaunchService } from '../setup/launchpad/launchService.ts'
import { buildStates, STATES, type StateName, type States } from '../setup/launchpad/launchStates.ts'
import { ACTIONS, type Action, type Answer, type Cell, CREATIONS } from '../setup/launchpad/preparedActions.ts'

/** The result of each action in each state: `=` is executed exactly as predicted, a letter is the reason of a refusal. */
const OUTCOMES = `
                                     new over lock part near grad pool split offer all open
buy for a little                      =   =    =    =    =    =    =    =     =     =   =
buy of all that is left, and more     =   =    =    =    =    =    =    =     =     =   =
buy for another, until a deadline     =   =    =    =    =    =    =    =     =     =   =
buy of a million tokens               =   =    =    =    m    x    x    =     =     x   =
buy of more tokens than there are     m   m    m    m    m    x    x    m     m     x   m
sale of some                          s   s    =    =    =    =    =    =     =     =   =
sale for another, until a deadline    s   s    =    =    =    =    =    =     =     =   =
sale by who has none                  s   s    b    b    b    b    b    b     b     b   b
approval                              =   =    =    =    =    =    =    =     =     =   =
claim by the holder of the right      =   =    =    =    =    =    =    c     =     c   =
claim by a stranger                   c   c    c    c    c    c    c    c     c     c   c
collection                            p   p    p    p    p    =    =    p     p     =   p
offer of the right                    =   =    =    =    =    =    =    c     =     c   =
withdrawal of the offer               =   =    =    =    =    =    =    c     =     c   =
offer by a stranger                   c   c    c    c    c    c    c    c     c     c   c
acceptance by whom it was offered to  o   o    o    o    o    o    o    o     =     o   o
acceptance by a stranger              o   o    o    o    o    o    o    o     a     o   o
release of the lock                   l   l    =    l    l    l    l    l     l     =   l
payment by the fee split              c   c    c    c    c    c    c    =     c     =   c`

const REASONS: Record<string, RegExp> = {
  x: /^amountOut works on the curve only: send value/,
  m: /^amountOut must be at most \d+/,
  s: /^amount must be at most \d+, the amount that the curve has sold/,
  b: /has 0 tokens, not the 1 (tokens )?needed\. Send less/,
  c: /^Only the current creator 0x\w{40} may do this/,
  p: /has not graduated: it has no pool yet/,
  o: /^The right has not been offered/,
  a: /^The right was offered to 0x\w{40}\. Only that account may accept it/,
  l: /is not locked/,
}
const ROWS = OUTCOMES.split('\n').slice(2)
const outcomeOf = (action: string, state: number) =>
  ROWS.find((row) => row.startsWith(`${action} `))
    ?.slice(37)
    .trim()
    .split(/\s+/)[state]

let service: LaunchService
let states: States
let accounts: readonly Address[]
let clean: unknown
/** The time of the next block, in seconds; nothing else moves the clocks of chain and server. */
let next = 0
beforeAll(async () => {
  service = await startLaunchService({ isIndexing: false, now: () => next * 1000 })
  accounts = service.chain.accounts.slice(0, 4)
  states = await buildStates(service.chain)
  const { timestamp } = (await rpc('eth_getBlockByNumber', ['latest', false])) as { timestamp: Hex }
  next = Number(timestamp) + 10
})
beforeEach(async () => {
  clean = await service.chain.snapshot()
})
afterEach(() => service.chain.revert(clean))
afterAll(() => service[Symbol.asyncDispose]())

const prepare = async (body: unknown) => (await service.post('/api/launchpad/prepare', body)).json() as Promise<Answer>
const rpc = (method: string, params: unknown[]) => service.chain.upstream(method, params)

describe.each(STATES.map((state, index) => [state, index] as const))('a launch that is %s', (state, index) => {
  test.each(Object.entries<Action>(ACTIONS))('%s', async (name, action) => {
    const outcome = outcomeOf(name, index)
    const cell = { state: states.tokens[state as StateName], states, accounts }
    const response = await service.post('/api/launchpad/prepare', action.request(cell))
    const answer = (await response.json()) as Answer & { message?: string }
    if (outcome === '=') return expectDone(answer, action, cell)
    expect(answer.message).toMatch(REASONS[outcome ?? ''] as RegExp)
    expect(Math.floor(response.status / 100)).toBe(4)
  })
})

describe('a refusal', () => {
  test.each(STATES.filter((state) => !['graduated', 'pool fees', 'everything'].includes(state)))(
    'names an amount of tokens that can be bought, of one that is %s',
    async (state) => {
      const cell = { state: states.tokens[state], states, accounts }
      const action = ACTIONS['buy of more tokens than there are']
      const { message } = (await prepare(action.request(cell))) as { message?: string }
      const amountOut = /must be at most (\d+)/.exec(message ?? '')?.[1]
      const answer = await prepare({ ...action.request(cell), amountOut })
      expect(answer.quote?.amountOut).toBe(amountOut)
      await expectDone(answer, action, cell)
    },
  )

  test('says to wait, where a lock was released just now', async () => {
    const action = ACTIONS['release of the lock']
    const cell = { state: states.tokens.locked, states, accounts }
    await expectDone(await prepare(action.request(cell)), action, cell)
    expect(await prepare(action.request(cell))).toMatchObject({
      code: 'failed_precondition',
      message: expect.stringMatching(/^Nothing more has vested since the last release\. Try again later/),
    })
  })
})

test.each(Object.entries(CREATIONS))('a launch with %s is what was said', async (_, chosen) => {
  const options = chosen(states)
  const from = accounts[0] as Address
  const answer = await prepare({ action: 'create', from, name: 'Said', symbol: 'SAID', ...options })
  const before = BigInt((await rpc('eth_getBalance', [from, 'latest'])) as Hex)
  const paid = await sendAt(service.chain, answer, next)
  const spent = before - paid - BigInt((await rpc('eth_getBalance', [from, 'latest'])) as Hex)
  expect(spent).toBe(BigInt(answer.quote?.ethUsed ?? 0))
  const { token, creator, status } = (await service.chain.curves()).at(-1)!
  expect(answer.token).toBe('salt' in options ? token : null)
  expect(creator).toBe(options['feeHolder'] ?? from)
  expect(status === 2).toBe(answer.quote?.graduates ?? false)
  const [openingSeconds, lockDays] = [Number(options['openingSeconds'] ?? 0), Number(options['lockDays'] ?? 0)]
  const [, openingEnds] = await view(service.chain, 'openingOf', token)
  const [lockEnds, locked] = await view(service.chain, 'lockOf', token)
  expect(openingEnds).toBe(openingSeconds ? BigInt(next + openingSeconds) : 0n)
  const bought = BigInt(answer.quote?.amountOut ?? 0)
  expect([lockEnds, locked]).toEqual(lockDays ? [BigInt(next + lockDays * 86_400), bought] : [0n, 0n])
  expect(await balanceOf(service.chain, { token, who: from })).toBe(lockDays ? 0n : bought)
  expect(await balanceOf(service.chain, { token, who: BURNED })).toBe(BigInt(answer.quote?.withheld ?? 0))
})

/** Mines all steps in one block at the predicted time: balances change as predicted, within the gas limit. */
async function expectDone(answer: Answer, action: Action, cell: Cell): Promise<void> {
  expect(answer, JSON.stringify(answer)).toHaveProperty('steps')
  for (const word of action.words(answer, cell)) expect(answer.summary).toContain(word)
  const codes = answer.warnings.map(({ code }) => code)
  expect(codes).toContain('wrong_chain')
  expect(codes.includes('opening_surcharge')).toBe(BigInt(answer.quote?.withheld ?? 0) > 0n)
  const before = await balancesOf(service.chain, cell)
  const paid = await sendAt(service.chain, answer, next)
  const moved = new Map(
    (await balancesOf(service.chain, cell)).map(([key, amount], place) => [key, amount - before[place]![1]]),
  )
  const from = answer.steps[0]?.transaction.from
  const said = new Map([...moved.keys()].map((key) => [key, key === `${from} eth` ? -paid : 0n]))
  for (const { who, eth = 0n, tokens = 0n } of action.moves(answer, cell)) {
    said.set(`${who} eth`, (said.get(`${who} eth`) ?? 0n) + eth)
    said.set(`${who} tokens`, (said.get(`${who} tokens`) ?? 0n) + tokens)
  }
  expect(moved).toEqual(said)
  const curve = (await service.chain.curves()).find(({ token }) => token === cell.state.token)
  if (answer.quote?.graduates) expect(curve?.status).toBe(2)
}
