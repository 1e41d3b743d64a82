import type { Page } from 'playwright-core'
import { type Address, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, createAgent } from '../../examples/arenaClient.ts'
import { LOOKS } from '../setup/web/looks.ts'
import { open, opened, openSite, SCREENS, type SiteUnderTest, signIn } from '../setup/web/openSite.ts'
import { overflowOf } from '../setup/web/overflowOf.ts'
import { readUpward } from '../setup/web/readUpward.ts'
import { buy, launch, send } from '../setup/web/seedLaunches.ts'
import { problemsOf } from '../setup/web/violationsOf.ts'

const HOSTILE = '<img src=x onerror=alert(1)> </script> [click](javascript:alert(1))'

let site: SiteUnderTest
let token: Address
let agents: [Client, Client]
beforeAll(async () => {
  site = await openSite({ isSeeded: false, env: { RATE_LIMIT_POSTS: '10000', RATE_LIMIT_WRITE: '10000' } })
  const at = { factory: site.devnet.contracts.launchpad, from: site.accounts[4] as Address }
  token = await launch(site.rpc, at, { name: 'Harbour', symbol: 'HRBR', value: parseEther('0.05') })
  agents = [await createAgent(site.url, 'tideline'), await createAgent(site.url, 'saltmarsh')]
})
afterAll(() => site?.[Symbol.asyncDispose]())

/** A room with both agents in it, made by the first. */
async function newRoom(topic: string): Promise<string> {
  const { room } = await agents[0].post('/api/arena/rooms', { topic, maxAgents: 6, tags: ['lp'] })
  await join(room.id)
  return room.id
}

async function join(roomId: string): Promise<void> {
  await agents[0].post(`/api/arena/rooms/${roomId}/join`, { displayName: 'tideline' })
  await agents[1].post(`/api/arena/rooms/${roomId}/join`, { displayName: 'saltmarsh' })
}

const say = (agent: Client, roomId: string, content: string, more: object = {}) =>
  agent.post(`/api/arena/rooms/${roomId}/messages`, { content, ...more })

/** Both agents talk at the same time. */
async function chatter(roomId: string, count: number): Promise<void> {
  const talk = async (agent: Client, name: string) => {
    for (let turn = 1; turn <= count; turn++) await say(agent, roomId, `${name} says ${turn} of ${count}`)
  }
  await Promise.all([talk(agents[0], 'tideline'), talk(agents[1], 'saltmarsh')])
}

async function lastSeqOf(roomId: string): Promise<number> {
  return (await agents[0].get(`/api/arena/rooms/${roomId}`)).room.lastSeq
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

/** Posts, and waits until the room has it; in a busy room it is soon out of sight. */
async function postAs(page: Page, text: string): Promise<void> {
  const field = page.getByLabel('Message', { exact: true })
  await field.fill(text)
  await field.press('Enter')
  await expect.poll(() => field.inputValue()).toBe('')
}

/** A seed phrase is refused by the page itself, before anything is sent. */
async function refusesSecret(page: Page): Promise<void> {
  const sent: string[] = []
  page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())))
  const field = page.getByLabel('Message', { exact: true })
  await field.fill('abandon ability able about above absent absorb abstract absurd abuse access accident')
  await field.press('Enter')
  await page.getByText('This looks like a seed phrase, so it was not sent.').waitFor()
  expect(sent).toEqual([])
  await field.fill('')
}

test('somebody makes a room and posts while two agents post; another browser misses nothing after its network was cut', async () => {
  const { page, context, complaints } = await site.visit({ account: site.accounts[2] })
  await open(page, '/arena')
  await page.getByRole('button', { name: 'New room' }).click()
  await page.getByLabel('Topic').fill('HRBR before graduation')
  await page.getByLabel('Tags').fill('hrbr, launch')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'New room' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Connect a wallet' }).waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByLabel('Membership').selectOption('mine')
  await signIn(page)
  await page.getByText('No rooms match').waitFor()
  await page.getByRole('button', { name: 'New room' }).click()
  await page.getByLabel('Topic').fill('HRBR before graduation')
  await page.getByRole('button', { name: 'Create room' }).click()
  await opened(page, /\/arena\/room_/)
  const roomId = page.url().split('/').at(-1) ?? ''
  // The sign-in holds on the next page of the same tab.
  await page.getByRole('button', { name: 'Join this room' }).click()
  await page.getByRole('button', { name: /^Join as 0x/ }).click()
  await postAs(page, 'What would change your mind?')
  await refusesSecret(page)

  const watcher = await site.visit({ width: 1100 })
  await open(watcher.page, `/arena/${roomId}`)
  await watcher.page.getByText('What would change your mind?').waitFor()
  await watcher.page.getByRole('status').getByText('live').waitFor()
  await join(roomId)
  await Promise.all([chatter(roomId, 10), postAs(page, 'Between the two of you')])
  await watcher.page.getByText('saltmarsh says 10 of 10').waitFor()
  await watcher.context.setOffline(true)
  await watcher.page.getByRole('status').getByText('reconnecting').waitFor()
  await Promise.all([chatter(roomId, 40), postAs(page, 'While the other is away')])
  expect(await watcher.page.getByText('While the other is away').count()).toBe(0)
  await watcher.context.setOffline(false)
  const last = await lastSeqOf(roomId)
  await watcher.page.locator(`.messages li[data-seq="${last}"]`).waitFor()
  expect(await readUpward(watcher.page)).toEqual(upTo(last))
  expect(await readUpward(page)).toEqual(upTo(last))
  expect(complaints).toEqual([])
  await watcher.context.close()
  await context.close()
})

test('the page of a launch has its room: events of the chain and posts in one log, live, with badges', async () => {
  const buyer = site.accounts[8] as Address
  const { page, context, complaints } = await site.visit({ account: buyer })
  await open(page, `/launch/${token}`)
  await page.getByRole('tab', { name: 'Room' }).click()
  await page.getByText('Nobody is here yet').waitFor()
  await signIn(page)
  await page.getByRole('button', { name: 'Join this room' }).click()
  await page.getByRole('button', { name: /^Join as 0x/ }).click()
  const room = page.getByRole('region', { name: 'Room of this launch' })
  await room.getByText(/^Launched by 0x/).waitFor()
  const at = { factory: site.devnet.contracts.launchpad, from: buyer }
  await send(site.rpc, buy(token, { ...at, value: parseEther('0.5') }))
  await room.getByText(/bought for 0\.5 ETH on the curve\.$/).waitFor()
  await room.getByLabel('Message', { exact: true }).fill('I am in.')
  await room.getByLabel('Message', { exact: true }).press('Enter')
  const post = room.locator('.message', { hasText: 'I am in.' })
  await post.getByText('holds at least 5 %').waitFor()
  await page.screenshot({ path: `${SCREENS}/tokenRoom-1440-light.png` })
  // Reads before the first join make no room, and the browser reports their answers.
  const others = complaints.filter((text) => !text.includes('404'))
  await room.getByRole('button', { name: 'Add a signal' }).click()
  expect(await room.getByLabel('Token address').inputValue()).toBe(token)
  await room.getByRole('button', { name: 'No signal' }).click()
  expect([...(await problemsOf(page)), ...others]).toEqual([])
  await agents[0].post(`/api/arena/rooms/${token}/join`, { displayName: 'tideline' })
  await say(agents[0], token, 'Agents read this too.')
  await room.getByText('Agents read this too.').waitFor()
  await room.getByRole('link', { name: 'Full room' }).click()
  await opened(page, /\/arena\/room_/)
  await page.locator('.system-message', { hasText: 'bought for 0.5 ETH' }).getByText(/\$\d/).first().waitFor()
  await context.close()
})

test('a hidden tab holds no stream, and shows everything once it is visible again', async () => {
  const roomId = await newRoom('Out of sight')
  const { page, context } = await site.visit()
  const opened: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/events')) opened.push(request.url())
  })
  await open(page, `/arena/${roomId}`)
  await page.getByRole('status').getByText('live').waitFor()
  const hide = (isHidden: boolean) =>
    page.evaluate(`
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${isHidden} })
      document.dispatchEvent(new Event('visibilitychange'))`)
  const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/events'))
  await hide(true)
  await ended
  const before = opened.length
  await chatter(roomId, 3)
  expect(await page.getByText('says 3 of 3').count()).toBe(0)
  expect(opened.length).toBe(before)
  await hide(false)
  await page.getByText('saltmarsh says 3 of 3').waitFor()
  expect(opened.length).toBeGreaterThan(before)
  await context.close()
})

test('the owner mutes, removes, bans and lets back in, takes away a message, and invites', async () => {
  const { page, context } = await site.visit({ account: site.accounts[5] })
  await open(page, '/arena?new=true')
  await page.getByLabel('Topic').fill('In order')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByLabel('Membership').selectOption('mine')
  await signIn(page)
  await page.getByRole('button', { name: 'New room' }).click()
  await page.getByLabel('Topic').fill('In order')
  await page.getByRole('button', { name: 'Create room' }).click()
  await opened(page, /\/arena\/room_/)
  const roomId = page.url().split('/').at(-1) ?? ''
  await join(roomId)
  await say(agents[1], roomId, 'Something that must go')
  await page.getByText('Something that must go').waitFor()

  const watcher = await site.visit()
  await open(watcher.page, `/arena/${roomId}`)
  await watcher.page.getByText('Something that must go').waitFor()
  const entry = page.locator('.message', { hasText: 'Something that must go' })
  await entry.hover()
  await entry.getByRole('button', { name: /^Remove entry/ }).click()
  await watcher.page.getByText('Removed by the room owner').waitFor()
  expect(await watcher.page.getByText('Something that must go').count()).toBe(0)

  const measure = async (label: string) => {
    await page.getByRole('button', { name: 'Moderate saltmarsh' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: label, exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await measure('Mute')
  await watcher.page.getByText('“saltmarsh” was muted.').waitFor()
  await expect(say(agents[1], roomId, 'still here')).rejects.toThrow('muted')
  await measure('Unmute')
  await say(agents[1], roomId, 'and back again')
  await measure('Ban')
  await watcher.page.getByText('“saltmarsh” was banned.').waitFor()
  await expect(join(roomId)).rejects.toThrow('banned')
  await page.getByRole('button', { name: 'Let them join again' }).click()
  await watcher.page.getByText('“saltmarsh” may join again.').waitFor()
  await join(roomId)

  await page.getByRole('button', { name: 'Room menu' }).click()
  await page.getByLabel('Name of the guest').fill('ledger')
  await page.getByRole('button', { name: 'Make an invite for one person' }).click()
  const link = (await page.getByText(/#invite=/).textContent()) ?? ''
  expect(link).toContain(`/arena/${roomId}#invite=`)
  expect(await overflowOf(page.getByRole('dialog'))).toEqual([])
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('revoked', { exact: true }).waitFor()
  await watcher.context.close()
  await context.close()
})

test('a draft is kept while its author is muted', async () => {
  const roomId = await newRoom('Hold that thought')
  const { page, context } = await site.visit({ account: site.accounts[7] })
  await open(page, `/arena/${roomId}`)
  await signIn(page)
  await page.getByRole('button', { name: 'Join this room' }).click()
  await page.getByRole('button', { name: /^Join as 0x/ }).click()
  const field = page.getByLabel('Message', { exact: true })
  await field.fill('Half of a thought')
  const { room } = await agents[0].get(`/api/arena/rooms/${roomId}`)
  const { id } = room.participants.find(({ identity }: { identity: string }) => identity === 'wallet')
  const measure = (name: string) => agents[0].post(`/api/arena/rooms/${roomId}/participants/${id}/${name}`, {})
  await measure('mute')
  await page.getByText('The owner of the room has muted you.').waitFor()
  await page.getByText('Your draft is kept until you may post again.').waitFor()
  await measure('unmute')
  await expect.poll(() => field.inputValue()).toBe('Half of a thought')
  await field.press('Enter')
  await page.locator('.message', { hasText: 'Half of a thought' }).waitFor()
  await context.close()
})

test('a private room is opened by an invite, which no server sees in an address', async () => {
  const { room } = await agents[0].post('/api/arena/rooms', {
    topic: 'Behind closed doors',
    visibility: 'PRIVATE',
    joinMode: 'INVITE',
  })
  const { token: invite } = await agents[0].post(`/api/arena/rooms/${room.id}/invites`, {})
  const { page, context } = await site.visit({ account: site.accounts[6] })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await open(page, `/arena/${room.id}#invite=${invite}`)
  await page.getByText('This room is private or does not exist').waitFor()
  await signIn(page)
  await page.getByRole('button', { name: 'Join this room' }).click()
  await page.getByRole('button', { name: /^Join as 0x/ }).click()
  await page.getByRole('heading', { name: 'Behind closed doors' }).waitFor()
  await postAs(page, 'Thank you for having me')
  await page.getByText('Thank you for having me').waitFor()
  expect(page.url()).not.toContain('invite')
  expect(asked.filter((url) => url.includes(invite))).toEqual([])
  await context.close()
})

test('a signal leads to its token, data is folded, mentions and replies are shown, and strangers’ text stays text', async () => {
  const roomId = await newRoom(`Signals ${HOSTILE}`)
  const { message } = await say(agents[0], roomId, 'Volume has doubled.', {
    kind: 'signal',
    data: { token, side: 'buy', horizonSeconds: 1800, basis: { buckets: 3 } },
  })
  await say(agents[1], roomId, `@tideline I disagree. ${HOSTILE}`, { replyTo: message.id })
  const { page, context, complaints } = await site.visit()
  page.on('dialog', () => complaints.push('a dialog opened'))
  await open(page, `/arena/${roomId}`)
  const signal = page.locator('.message', { hasText: 'Volume has doubled.' }).first()
  await signal.getByText(/^ends in (30|29) min$/).waitFor()
  await page.getByRole('table').getByText('tideline').waitFor()
  const data = signal.locator('details.data')
  expect(await data.getByText('"buckets": 3').isVisible()).toBe(false)
  await data.getByText('Data, 1 field').click()
  await data.getByText('"buckets": 3').waitFor()
  const answer = page.locator('.message', { hasText: 'I disagree.' })
  expect(await answer.locator('.mention').textContent()).toBe('@tideline')
  await answer.getByRole('button', { name: /tideline Volume has doubled/ }).click()
  expect(await answer.locator('a, img').count()).toBe(0)
  await open(page, '/arena?text=signals')
  await page.getByText(HOSTILE).first().waitFor()
  await page.goBack()
  await signal.getByRole('link', { name: /HRBR/ }).click()
  await opened(page, new RegExp(`/launch/${token}$`, 'i'))
  expect(complaints).toEqual([])
  await context.close()
})

test('rooms are found by words, tag and state, and the address keeps the view', async () => {
  await newRoom('Fee tiers on 4663')
  await newRoom('Something else')
  const { page, context } = await site.visit()
  await open(page, '/arena')
  await page.locator('.room-list li').nth(1).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('fee tiers')
  await page.waitForURL(/text=fee/)
  await expect.poll(() => page.locator('.room-list li').count()).toBe(1)
  await page.getByRole('button', { name: 'lp', exact: true }).click()
  await page.waitForURL(/tag=lp/)
  await page.goBack()
  await page.waitForURL((url) => !url.search.includes('tag=lp'))
  await page.getByLabel('State').selectOption('complete')
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect.poll(() => page.locator('.room-list li').count()).toBeGreaterThan(1)
  await context.close()
})

test.each(LOOKS)(
  'at $width px in the $theme theme the rooms have no serious violation and no horizontal overflow',
  async ({ width, theme }) => {
    const roomId = await newRoom(`HRBR before graduation ${theme} ${width}`)
    await say(agents[0], roomId, 'Volume has doubled over the last three buckets with no single large buyer.', {
      kind: 'signal',
      data: { token, side: 'buy', horizonSeconds: 1800 },
    })
    await say(agents[1], roomId, '@tideline I disagree. One wallet bought in the first block.', {
      data: { wallet: site.accounts[4], shareBps: 487 },
    })
    const { page, context, complaints } = await site.visit({ width, theme })
    await open(page, '/arena')
    await page.locator('.room-list li').first().waitFor()
    await page.screenshot({ path: `${SCREENS}/arena-${width}-${theme}.png` })
    const problems = await problemsOf(page)
    await open(page, `/arena/${roomId}`)
    await page.getByText('I disagree').waitFor()
    await page.getByText('ends in').waitFor()
    await page.screenshot({ path: `${SCREENS}/room-${width}-${theme}.png` })
    problems.push(...(await problemsOf(page)))
    // On phones everything but the conversation is in the menu.
    if (width === 360) {
      await page.getByRole('button', { name: 'Room menu' }).click()
      problems.push(...(await problemsOf(page)))
    }
    expect([...problems, ...complaints]).toEqual([])
    await context.close()
  },
)
