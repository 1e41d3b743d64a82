import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { type Address, parseEther } from 'viem'
import { generatePrivateKey, type HDAccount, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { MNEMONIC } from '#devnet/accounts.ts'
import { json } from '../setup/json.ts'
import { startTestService, type TestService } from '../setup/service.ts'
import { launch, rpcAt } from '../setup/web/seedLaunches.ts'

const creator = mnemonicToAccount(MNEMONIC, { addressIndex: 5 })
const operator = privateKeyToAccount(generatePrivateKey())
const NAME = '<script>alert(1)</script> & 船'

let service: TestService
let token: Address
let authorization = ''
let expiry = Math.floor(Date.now() / 1000) + 600

beforeAll(async () => {
  service = await startTestService({ env: { ADMIN_ADDRESSES: operator.address } })
  const { contracts } = service.devnet.description
  const at = { factory: contracts.launchpad as Address, from: creator.address }
  const rpc = rpcAt(service.devnet.rpcUrl)
  token = await launch(rpc, at, { name: NAME, symbol: 'INERT', value: parseEther('0.4') })
  await vi.waitUntil(async () => (await read()).indexed === true, { timeout: 300_000, interval: 100 })
  authorization = `Bearer ${await signIn()}`
  await say({ description: 'Buy now', links: { website: 'https://inert.example/' }, image: await picture() })
}, 900_000)
afterAll(() => service?.[Symbol.asyncDispose]())

const read = () => json(service.get(`/api/launchpad/token?address=${token}`))
const share = (headers?: Record<string, string>) => service.get(`/api/launchpad/share/${token}`, headers)
const decide = (path: string, part: string, headers: Record<string, string> = { authorization }) =>
  service.post(`/api/launchpad/${path}`, { token, part, reason: 'not theirs' }, headers)
const picture = () =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: { r: 255, g: 0, b: 255 } } })
    .png()
    .toBuffer()

async function signIn(): Promise<string> {
  const { nonce } = await json(service.post('/api/auth/siwe/nonce', {}))
  const { host: domain, origin: uri } = new URL(service.baseUrl)
  const message = createSiweMessage({ domain, uri, nonce, address: operator.address, version: '1', chainId: 4663 })
  const signature = await operator.signMessage({ message })
  return (await json(service.post('/api/auth/siwe/verify', { message, signature }))).token
}

async function say({ image, ...said }: { description: string; links: Record<string, string>; image: Buffer }) {
  const imageHash = createHash('sha256').update(image).digest('hex')
  const asked = { action: 'metadata', from: creator.address, token, expiry: ++expiry, ...said, imageHash }
  const { typedData } = await json(service.post('/api/launchpad/prepare', asked))
  const signature = await creator.signTypedData(typedData as Parameters<HDAccount['signTypedData']>[0])
  const body = { token, ...said, image: image.toString('base64'), expiry, signature }
  expect((await service.post('/api/launchpad/metadata', body)).status).toBe(200)
}

/** The colour in the middle of the token's picture. */
async function colourOf(png: ArrayBuffer): Promise<number[]> {
  const { data } = await sharp(png).extract({ left: 150, top: 180, width: 1, height: 1 }).removeAlpha().raw().toBuffer({
    resolveWithObject: true,
  })
  return [...data]
}

describe('the picture a link to a token is shared with', () => {
  test('is a PNG of 1200 by 630 pixels with the creator’s picture in it, kept by its tag', async () => {
    const response = await share()
    expect(response.headers.get('content-type')).toBe('image/png')
    const bytes = await response.arrayBuffer()
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    const [red = 0, green = 0, blue = 0] = await colourOf(bytes)
    expect([red > 240, green < 15, blue > 240]).toEqual([true, true, true])
    const again = await share({ 'if-none-match': response.headers.get('etag') ?? '' })
    expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0])
  })

  test('is in the head of the page, with alternative text', async () => {
    const html = await (await service.get(`/launch/${token}`, { accept: 'text/html' })).text()
    expect(html).toContain(`<meta property="og:image" content="${service.baseUrl}/api/launchpad/share/${token}">`)
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image">')
    expect(html).toContain(
      '<meta property="og:image:alt" content="&lt;script&gt;alert(1)&lt;/script&gt; &amp; 船 (INERT)',
    )
  })

  test('consists of outlines: user text is neither text nor markup in it', async () => {
    const { draft } = await import('#site/share/drawShareImage.ts')
    const shown = await read()
    const svg = await draft(shown, 'slipway.example')
    expect(svg).not.toMatch(/<text|<script|alert|href|<image/)
    expect(await draft({ ...shown, name: 'Another' }, 'slipway.example')).not.toBe(svg)
  })

  test('exists only for tokens of this launchpad', async () => {
    expect((await service.get(`/api/launchpad/share/${creator.address}`)).status).toBe(404)
    expect((await service.get('/api/launchpad/share/harbour')).status).toBe(400)
  })
})

describe('a takedown', () => {
  test('is for operators only', async () => {
    expect((await decide('takedown', 'image', {})).status).toBe(401)
    expect((await service.post('/api/launchpad/takedown', { token, part: 'image' }, { authorization })).status).toBe(
      400,
    )
    const body = { token: creator.address, part: 'image', reason: 'none' }
    expect((await service.post('/api/launchpad/takedown', body, { authorization })).status).toBe(404)
  })

  test('removes the picture from the record, its own URL, the share image and the page, which says so', async () => {
    const before = await read()
    const { pathname } = new URL(before.metadata.image)
    expect((await service.get(pathname)).status).toBe(200)
    expect((await decide('takedown', 'image')).status).toBe(200)
    expect((await read()).metadata).toMatchObject({ image: null, description: 'Buy now', takenDown: ['image'] })
    expect((await service.get(pathname)).status).toBe(404)
    const [red = 0, green = 0, blue = 0] = await colourOf(await (await share()).arrayBuffer())
    expect(red > 240 && green < 15 && blue > 240).toBe(false)
    const html = await (await service.get(`/launch/${token}`, { accept: 'text/html' })).text()
    expect(html).toContain('taken down by the operators of this site')
  })

  test('description and links go together, and stay down when the creator signs new ones', async () => {
    await decide('takedown', 'text')
    await say({ description: 'Buy again', links: { x: 'https://x.com/inert' }, image: await picture() })
    expect((await read()).metadata).toMatchObject({
      image: null,
      description: null,
      links: {},
      takenDown: ['image', 'text'],
    })
    expect(await (await service.get(`/launch/${token}`, { accept: 'text/html' })).text()).not.toContain('Buy again')
  })

  test('is shown again when they restore it, and the audit log has who and why', async () => {
    await decide('restore', 'image')
    await decide('restore', 'text')
    expect((await read()).metadata).toMatchObject({ description: 'Buy again', takenDown: [] })
    const { events } = await json(service.get('/api/developer/audit', { authorization }))
    expect(events.slice(0, 4).map(({ event, detail }: { event: string; detail: string }) => [event, detail])).toEqual([
      ['launch.restored', 'text: not theirs'],
      ['launch.restored', 'image: not theirs'],
      ['launch.taken_down', 'text: not theirs'],
      ['launch.taken_down', 'image: not theirs'],
    ])
  })
})
