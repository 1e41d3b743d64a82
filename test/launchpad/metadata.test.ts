import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { type Address, type Hex, parseEther } from 'viem'
import { type HDAccount, mnemonicToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MNEMONIC } from '#devnet/accounts.ts'
import { readEvents } from '../setup/eventStream.ts'
import * as Launch from '../setup/launchpad/launchChain.ts'
import { type LaunchService, startLaunchService } from '../setup/launchpad/launchService.ts'

type Said = { description?: string; links?: Record<string, string>; image?: Buffer }

let service: LaunchService
let token: Address
let expiry = Math.floor(Date.now() / 1000) + 600
const [ann, bob, cid, dan] = [0, 1, 2, 3].map((addressIndex) => mnemonicToAccount(MNEMONIC, { addressIndex })) as [
  HDAccount,
  HDAccount,
  HDAccount,
  HDAccount,
]
beforeAll(async () => {
  service = await startLaunchService()
  await service.chain.mine([Launch.create(ann.address, { name: 'Pictured', symbol: 'PIC', value: parseEther('0.01') })])
  await service.settled()
  token = (await service.chain.curves())[0]!.token
})
afterAll(() => service[Symbol.asyncDispose]())

const picture = (red: number) =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: { r: red, g: 0, b: 0 } } })
    .png()
    .toBuffer()

/** Acts as a wallet: requests the message, signs it, and returns the body to send. */
async function signed(signer: HDAccount, { image, ...said }: Said, until = ++expiry) {
  const imageHash = image && createHash('sha256').update(image).digest('hex')
  const body = {
    action: 'metadata',
    from: signer.address,
    token,
    expiry: until,
    ...said,
    ...(imageHash && { imageHash }),
  }
  const { typedData } = (await (await service.post('/api/launchpad/prepare', body)).json()) as {
    typedData: Parameters<HDAccount['signTypedData']>[0]
  }
  const signature = await signer.signTypedData(typedData)
  return { token, ...said, ...(image && { image: image.toString('base64') }), expiry: until, signature }
}

const upload = async (body: unknown) => {
  const response = await service.post('/api/launchpad/metadata', body)
  return {
    status: response.status,
    body: (await response.json()) as { metadata: { image: string }; code?: string; message?: string },
  }
}

describe('the current creator', () => {
  test('sets picture, description and links, which every read then shows', async () => {
    const stream = readEvents(await service.fetch(`/api/launchpad/events?address=${token}`))
    await stream.until(({ event }) => event === 'ready')
    const said = {
      description: 'Plain\u200b text',
      // The first has a Cyrillic letter among Latin ones.
      links: { website: 'https://p\u0456c.example/', x: 'https://x.com/pic' },
      image: await picture(200),
    }
    const { status, body } = await upload(await signed(ann, said))
    expect([status, body]).toEqual([200, expect.anything()])
    await stream.until(({ event }) => event === 'metadata')
    const links = { website: 'https://xn--pc-hoc.example/', x: 'https://x.com/pic' }
    const expected = { description: 'Plain text', links, image: body.metadata.image }
    expect((await service.get(`/api/launchpad/token?address=${token}`)).metadata).toMatchObject(expected)
    expect((await service.get('/api/launchpad/tokens')).tokens[0].metadata).toMatchObject(expected)
    expect((await service.get(`/api/launchpad/metadata?address=${token}`)).metadata).toMatchObject(expected)
    await stream[Symbol.asyncDispose]()
  })

  test('gets the picture with headers that only let it be displayed', async () => {
    const { image } = (await service.get(`/api/launchpad/metadata?address=${token}`)).metadata
    const response = await service.fetch(new URL(image).pathname)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=3600',
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(image.split('/').at(-1))
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 64, height: 64 })
  })

  test('replaces all of it, and an older change never returns', async () => {
    const first = await signed(ann, { description: 'one' })
    const second = await signed(ann, { description: 'two' })
    expect((await upload(second)).status).toBe(200)
    expect(await upload(first)).toMatchObject({ status: 409, body: { code: 'aborted' } })
    expect(await upload(second)).toMatchObject({ status: 409 })
    expect((await service.get(`/api/launchpad/metadata?address=${token}`)).metadata).toMatchObject({
      description: 'two',
      image: null,
      links: {},
    })
  })
})

test('a read after the response returns the new metadata', async () => {
  const path = `/api/launchpad/metadata?address=${token}`
  for (let i = 0; i < 20; i++) {
    await service.get(path)
    expect((await upload(await signed(ann, { description: `word ${i}` }))).status).toBe(200)
    expect((await service.get(path)).metadata.description).toBe(`word ${i}`)
  }
})

describe('a signature made by hand', () => {
  const said = { description: 'by hand', links: { x: 'https://x.com/pic', website: 'https://pic.example/' } }
  const json = `{"description":"by hand","image":null,"links":{"website":"https://pic.example/","x":"https://x.com/pic"}}`
  const types = {
    TokenMetadata: [
      { name: 'token', type: 'address' },
      { name: 'contentHash', type: 'bytes32' },
      { name: 'expiry', type: 'uint256' },
    ],
  }
  const domain = { name: 'Slipway Launchpad', version: '1', chainId: 4663, verifyingContract: Launch.FACTORY }

  test.each<[string, Record<string, unknown>, Record<string, unknown>, number]>([
    ['binds chain, contract, token, content and expiry', {}, {}, 200],
    ['for another chain is refused', { chainId: 1 }, {}, 403],
    ['for no chain is refused', { chainId: undefined }, {}, 403],
    ['for another contract is refused', { verifyingContract: ann.address }, {}, 403],
    ['for another token is refused', {}, { token: ann.address }, 403],
    ['for another content is refused', {}, { contentHash: `0x${'11'.repeat(32)}` }, 403],
  ])('%s', async (_, otherDomain, otherMessage, status) => {
    const until = ++expiry
    const contentHash = `0x${createHash('sha256').update(json).digest('hex')}`
    const message = { token, contentHash, expiry: BigInt(until), ...otherMessage }
    const typedData = { domain: { ...domain, ...otherDomain }, types, primaryType: 'TokenMetadata' as const, message }
    const signature = await ann.signTypedData(typedData as never)
    expect((await upload({ token, ...said, expiry: until, signature })).status).toBe(status)
  })
})

describe('is refused', () => {
  test.each<[string, (body: Record<string, unknown>) => Promise<unknown> | unknown, number, RegExp]>([
    ['by another account', async () => signed(bob, { description: 'mine now' }), 403, /not a signature of 0x/],
    ['with another content', (body) => ({ ...body, description: 'changed' }), 403, /not a signature of 0x/],
    [
      'with another picture',
      async (body) => ({ ...body, image: (await picture(9)).toString('base64') }),
      403,
      /not a signature of/,
    ],
    ['for another expiry', (body) => ({ ...body, expiry: Number(body['expiry']) + 1 }), 403, /not a signature of/],
    ['with no signature', (body) => ({ ...body, signature: undefined }), 400, /^signature is required/],
    ['with a broken signature', (body) => ({ ...body, signature: '0x1234' }), 403, /not a signature of/],
    [
      'after the expiry',
      async () => signed(ann, { description: 'late' }, Math.floor(Date.now() / 1000) - 5),
      400,
      /expiry must be in the future/,
    ],
    [
      'too long before it',
      async () => signed(ann, { description: 'early' }, Math.floor(Date.now() / 1000) + 9000),
      400,
      /at most one hour/,
    ],
    ['for a stranger', (body) => ({ ...body, token: ann.address }), 404, /not a token of this launchpad/],
    ['with a link that runs', (body) => ({ ...body, links: { website: 'javascript:alert(1)' } }), 400, /https/],
    ...['https://169.254.169.254/', 'https://2130706433/', 'https://[::1]/', 'https://a.com/?x="><script>'].map(
      (website): [string, (body: Record<string, unknown>) => unknown, number, RegExp] => [
        `with the link ${website}`,
        (body) => ({ ...body, links: { website } }),
        400,
        /no IP address/,
      ],
    ),
    ['with an http link', (body) => ({ ...body, links: { website: 'http://a.example' } }), 400, /https/],
    ['with a link of no kind', (body) => ({ ...body, links: { evil: 'https://a.example' } }), 400, /evil|links/],
    ['with a novel', (body) => ({ ...body, description: 'x'.repeat(1001) }), 400, /at most 1000/],
    ['with an unknown field', (body) => ({ ...body, admin: true }), 400, /admin is not a known field/],
  ])('%s', async (_, change, status, says) => {
    const body = await change(await signed(ann, { description: 'fine' }))
    const answer = await upload(body)
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringMatching(says)])
  })

  test.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 400],
    ['more than 512 kB', Buffer.alloc(512_001, 1), 400],
    ['far more', Buffer.alloc(3_000_000, 1), 413],
  ])('with %s as the picture', async (_, image, status) => {
    expect((await upload(await signed(ann, { image }))).status).toBe(status)
  })
})

test('the right to sign metadata passes with the creator’s right', async () => {
  await service.chain.mine([Launch.offerRight(ann.address, token, bob.address)])
  expect((await upload(await signed(bob, { description: 'too early' }))).status).toBe(403)
  await service.chain.mine([Launch.acceptRight(bob.address, token)])
  await service.settled()
  expect((await upload(await signed(ann, { description: 'too late' }))).status).toBe(403)
  expect((await upload(await signed(bob, { description: 'right on time' }))).status).toBe(200)
})

describe('a launch whose fees go to another account', () => {
  const launched = async (feeHolder: Address) => {
    await service.chain.mine([Launch.createWith(ann.address, { name: 'Shared', symbol: 'SHARE' }, { feeHolder })])
    await service.settled()
    token = (await service.chain.curves()).at(-1)!.token
  }

  test('has metadata signed by the account that launched it, or by the fee holder, and the later change counts', async () => {
    const kept = token
    await launched(bob.address)
    expect((await upload(await signed(ann, { description: 'by the creator' }))).status).toBe(200)
    expect((await upload(await signed(bob, { description: 'by the holder' }))).status).toBe(200)
    expect((await upload(await signed(cid, { description: 'by a stranger' }))).status).toBe(403)
    const { metadata } = await service.get(`/api/launchpad/metadata?address=${token}`)
    expect(metadata.description).toBe('by the holder')
    token = kept
  })

  test('has metadata signed by an account of the split that gets them', async () => {
    const kept = token
    const shares = [bob, cid].map(({ address }) => ({ account: address, bps: 5_000 }))
    const body = { action: 'createFeeSplit', from: ann.address, shares }
    const { split, transaction } = (await (await service.post('/api/launchpad/prepare', body)).json()) as {
      split: Address
      transaction: { to: Address; data: Hex }
    }
    await service.chain.mine([{ from: ann.address, to: transaction.to, data: transaction.data }])
    await launched(split)
    expect((await upload(await signed(ann, { description: 'by the creator' }))).status).toBe(200)
    expect((await upload(await signed(cid, { description: 'by an account' }))).status).toBe(200)
    expect((await upload(await signed(dan, { description: 'by a stranger' }))).status).toBe(403)
    const prepared = { action: 'metadata', from: dan.address, token, description: 'x' }
    const answer = (await (await service.post('/api/launchpad/prepare', prepared)).json()) as {
      signers: Address[]
      warnings: { code: string }[]
    }
    expect(new Set(answer.signers)).toEqual(new Set([split, ann.address, bob.address, cid.address]))
    expect(answer.warnings.map(({ code }) => code)).toContain('not_a_signer')
    token = kept
  })
})

test('metadata of a replaced launch is not shown for the one in its place', async () => {
  const before = await service.chain.snapshot()
  await service.chain.mine([Launch.create(ann.address, { name: 'Replaced', symbol: 'OLD' })])
  await service.settled()
  const address = (await service.chain.curves()).at(-1)!.token
  const kept = token
  token = address
  expect((await upload(await signed(ann, { description: 'of the old one' }))).status).toBe(200)
  await service.chain.revert(before)
  await service.chain.mine([Launch.create(bob.address, { name: 'Impostor', symbol: 'NEW' })])
  await service.chain.mine()
  await service.settled()
  expect((await service.chain.curves()).at(-1)!.token).toBe(address)
  expect(await service.get(`/api/launchpad/token?address=${address}`)).toMatchObject({
    name: 'Impostor',
    metadata: null,
  })
  token = kept
})

test('a contract that holds the right signs by its own check', async () => {
  // Returns the magic value to every question: PUSH4 magic, shifted to the left of a word, returned.
  const wallet = '0x000000000000000000000000000000000000c0de' as Address
  await service.chain.upstream('hardhat_setCode', [wallet, '0x631626ba7e60e01b60005260206000f3'])
  await service.chain.upstream('hardhat_impersonateAccount', [wallet])
  await service.chain.upstream('hardhat_setBalance', [wallet, '0xde0b6b3a7640000'])
  await service.chain.mine([Launch.create(wallet, { name: 'Safe', symbol: 'SAFE' })])
  await service.settled()
  const address = (await service.chain.curves()).at(-1)!.token
  const body = {
    token: address,
    description: 'by contract',
    expiry: ++expiry,
    signature: `0x${'00'.repeat(65)}` as Hex,
  }
  // One that answers anything else, here nothing but zeros, has not signed.
  await service.chain.upstream('hardhat_setCode', [wallet, '0x60206000f3'])
  expect((await upload({ ...body, expiry: ++expiry })).status).toBe(403)
  await service.chain.upstream('hardhat_setCode', [wallet, '0x631626ba7e60e01b60005260206000f3'])
  expect((await upload(body)).status).toBe(200)
})
