import {
  type Address,
  concat,
  encodeFunctionData,
  type Hex,
  maxUint256,
  parseAbi,
  parseEther,
  size,
  slice,
  toFunctionSelector,
  toHex,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import { caveatsOf } from '#mandates/rules/caveats.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import type { Grant, LiquidityGrant, SpendGrant, Terms } from '#mandates/rules/Grant.ts'
import { pinsOf, type Words } from '#mandates/rules/Layout.ts'
import { FORMS, type FormName, type PlainName, RERANGE } from '#mandates/rules/liquidityForms.ts'
import { pinsFor } from '#mandates/rules/liquidityGrant.ts'
import type { Body } from '../setup/liquidity/lp.ts'
import {
  AGENT,
  launchToken,
  type Mandate,
  OWNER,
  STRANGER,
  signDelegation,
  targetsOf,
} from '../setup/mandates/mandate.ts'
import { startTestService, type TestService } from '../setup/service.ts'

/** Mandates that were not prepared here, and texts that are none. */

let service: TestService
let token: Address
let targets: Mandate['targets']
/** Positions of the owner, and the tokens of the v3 one. */
let owned: { v3: bigint; v4: bigint; tokens: readonly [Address, Address] }
beforeAll(async () => {
  service = await startTestService()
  token = await launchToken(service.devnet)
  targets = targetsOf(service.devnet)
  const v3 = await ownedIn(targets.positionManager)
  const call = { abi: POSITIONS, address: targets.positionManager, functionName: 'positions', args: [v3] } as const
  const [, , token0, token1] = await service.devnet.client.readContract(call)
  owned = { v3, v4: await ownedIn(targets.v4PositionManager), tokens: [token0, token1] }
})
afterAll(() => service[Symbol.asyncDispose]())

const POSITIONS = parseAbi([
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function positions(uint256 tokenId) view returns (uint96 nonce, address operator, address token0, address token1)',
])
async function ownedIn(manager: Address, isOwners = true): Promise<bigint> {
  for (let id = 1n; id < 50n; id += 1n) {
    const call = { abi: POSITIONS, address: manager, functionName: 'ownerOf', args: [id] } as const
    const owner = await service.devnet.client.readContract(call).catch(() => undefined)
    if (owner && (owner === address(OWNER)) === isOwners) return id
  }
  throw new Error('The development chain has no such position.')
}

const DAY = 86_400n
const SPEND: SpendGrant = {
  kind: 'spend',
  actions: ['buy'],
  ethPerDay: parseEther('1'),
  ethPerTrade: parseEther('0.2'),
}
const address = (index: number) => service.devnet.account(index).address
const now = async () => (await service.devnet.client.getBlock()).timestamp

async function answerOf(response: Promise<Response>): Promise<{ status: number; body: Body }> {
  const { status, ...rest } = await response.then(async (one) => ({ status: one.status, body: await one.json() }))
  return { status, body: rest.body as Body }
}
const read = (mandate: Hex) => answerOf(service.get(`/api/mandates?mandate=${mandate}`))
const post = (path: string, body: Body) => answerOf(service.post(path, body))

async function handmade(grant: Grant, changed: Partial<Terms> = {}): Promise<Delegation.SignedDelegation> {
  const start = await now()
  const [owner, agent] = [address(OWNER), address(AGENT)]
  const terms = { owner, agent, start, until: start + 7n * DAY, trades: 10n, nonce: 0n, ...changed }
  const delegation = { delegate: agent, delegator: owner, caveats: caveatsOf(grant, terms, targets), salt: 1n }
  return signDelegation(service.devnet, OWNER, delegation)
}

const word = (value: number) => toHex(value, { size: 32 }).slice(2)

/** One delegation, whose caveats are one of many bytes, named many times. */
function bomb(bytes: number, times: number): Hex {
  const offsets = word(times) + word(times * 32).repeat(times)
  const caveat = word(1) + word(96) + word(96) + word(bytes) + 'ab'.repeat(bytes)
  const head = [word(1), word(2), 'f'.repeat(64), word(192), word(5), word(192 + (offsets.length + caveat.length) / 2)]
  const signature = `${word(65)}${'11'.repeat(65)}${'00'.repeat(31)}`
  return `0x${word(32)}${word(1)}${word(32)}${head.join('')}${offsets}${caveat}${signature}`
}

test('a text that names the same bytes a thousand times is refused at once', async () => {
  const from = address(OWNER)
  const begun = process.cpuUsage()
  const buy = { action: 'buy', from, token, value: '1000000', mandate: bomb(32_000, 1_200) }
  expect((await post('/api/launchpad/prepare', buy)).status).toBe(400)
  expect((await read(bomb(3_200, 250))).status).toBe(400)
  // CPU time does not depend on the neighbours of this process; reading every mention took 26 s of it.
  expect(process.cpuUsage(begun).user).toBeLessThan(5_000_000)
})

describe('numbers without a meaning are refused, not failed on', () => {
  test.each([
    ['an end after all dates', SPEND, { until: 2n ** 128n - 1n }],
    ['more transactions than a number holds', { kind: 'claim' }, { trades: 2n ** 60n }],
    ['a start after the end', SPEND, { start: 2n ** 255n }],
    ['no start', SPEND, { start: 0n }],
    ['a budget of 256 bits', { ...SPEND, ethPerDay: maxUint256 }, {}],
  ] as [string, Grant, Partial<Terms>][])('%s', async (_, grant, terms) => {
    const { status, body } = await read(Delegation.encode(await handmade(grant, terms)))
    expect({ status, message: body['message'] }).toEqual({
      status: 400,
      message: expect.stringContaining('prepared by'),
    })
  })

  test.each([
    ['ethPerDay', { actions: ['buy'], ethPerDay: String(maxUint256) }],
    [
      'amountPerTrade',
      { actions: ['sell'], tokens: [{ token: FRAMEWORK.NonceEnforcer, amountPerTrade: String(maxUint256) }] },
    ],
  ])('%s of 256 bits', async (field, policy) => {
    const asked = { owner: address(OWNER), agent: address(AGENT), until: Number((await now()) + DAY), ...policy }
    const { status, body } = await post('/api/mandates/prepare', asked)
    expect({ status, message: body['message'] }).toEqual({ status: 400, message: expect.stringContaining(field) })
  })
})

test('a mandate that revoking everything would make valid is not called revoked', async () => {
  const { status, body } = await read(Delegation.encode(await handmade(SPEND, { nonce: 1n })))
  expect({ status, message: body['message'] }).toEqual({ status: 400, message: expect.stringContaining('nonce') })
})

test('a signature that the chain refuses is not called active', async () => {
  const signed = await handmade(SPEND)
  const v = Number(slice(signed.signature, 64))
  const signature = concat([slice(signed.signature, 0, 64), toHex(v - 27, { size: 1 })])
  expect((await read(Delegation.encode(signed))).status).toBe(200)
  expect((await read(Delegation.encode({ ...signed, signature }))).status).toBe(400)
})

test('the ETH left today is at most the ETH that the trades left can spend', async () => {
  const { body } = await read(Delegation.encode(await handmade(SPEND, { trades: 1n })))
  expect(body['ethLeftToday']).toBe(String(SPEND.ethPerTrade))
})

describe('explanations', () => {
  const caveat = (name: keyof typeof FRAMEWORK, ...terms: Hex[]) => ({
    enforcer: FRAMEWORK[name],
    terms: concat(terms),
  })

  async function warningsOf(delegation: Delegation.Delegation): Promise<unknown> {
    const typedData = Delegation.typedData(delegation, 4663)
    const { body } = await post('/api/explain', { chainId: 4663, from: address(OWNER), typedData })
    expect(body['known']).toBe(true)
    return body['warnings'].map(({ code }: Body) => code)
  }

  /** Has every limit but that of the deed. */
  async function wide(target: Address, method: Hex): Promise<Delegation.Delegation> {
    const [delegate, delegator] = [address(STRANGER), address(OWNER)]
    const caveats = [
      caveat('RedeemerEnforcer', delegate),
      caveat('TimestampEnforcer', toHex(0n, { size: 16 }), toHex((await now()) + 365n * DAY, { size: 16 })),
      caveat('LimitedCallsEnforcer', toHex(1n, { size: 32 })),
      caveat('AllowedTargetsEnforcer', target),
      caveat('AllowedMethodsEnforcer', method),
      caveat('ValueLteEnforcer', toHex(0n, { size: 32 })),
    ]
    return { delegate, delegator, caveats, salt: 1n }
  }

  test.each([
    ['approve of a token', () => token, '0x095ea7b3'],
    ['setApprovalForAll of positions', () => targets.positionManager, '0xa22cb465'],
    ['a claim for any recipient', () => targets.launchpad, toFunctionSelector('claimCreatorFees(address,address)')],
    ['a buy without a budget', () => targets.launchpad, toFunctionSelector('buy(address,uint256)')],
  ] as [string, () => Address, Hex][])('warn of %s', async (_, target, method) => {
    expect(await warningsOf(await wide(target(), method))).toContain('WIDE_MANDATE')
  })

  test('do not warn of what is prepared here', async () => {
    const sale: Grant = { kind: 'sell', token, amountPerTrade: 5n, ethPerTradeMin: 1n }
    for (const grant of [SPEND, sale, { kind: 'claim' }, { kind: 'collect' }] as Grant[])
      expect(await warningsOf(await handmade(grant))).toEqual([])
  })

  const [low, high]: [Address, Address] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`]
  const limit = (one: Address) => ({ token: one, amountPerTrade: 5n })
  const spends = [low, high].map(limit)
  const pair = { token0: BigInt(low), token1: BigInt(high) }
  const key = { ...pair, fee: 3_000n, tickSpacing: 60n, hooks: 0n }
  const eth = { token0: 0n, token1: BigInt(high) }
  const ofEth = [{ token: zeroAddress, amountPerTrade: 5n }, ...spends.slice(1)]
  const liquidity = (form: FormName, fixed: Words, limits: LiquidityGrant['spends'] = []): LiquidityGrant => ({
    kind: 'liquidity',
    form,
    fixed,
    spends: limits,
  })
  const LIQUIDITY: Record<PlainName, LiquidityGrant> = {
    v2Create: liquidity('v2Create', pair, spends),
    v2Decrease: liquidity('v2Decrease', pair, spends.slice(1)),
    v3Create: liquidity('v3Create', { ...pair, fee: 3_000n }, spends),
    v3Increase: liquidity('v3Increase', { id: 9n }, spends),
    v3Decrease: liquidity('v3Decrease', { id: 9n }),
    v3Compound: liquidity('v3Compound', { id: 9n, ...pair }, spends),
    v4Create: liquidity('v4Create', key, spends),
    v4CreateNative: liquidity('v4CreateNative', { ...key, ...eth }, ofEth),
    v4Increase: liquidity('v4Increase', { id: 9n, ...pair }, spends),
    v4IncreaseNative: liquidity('v4IncreaseNative', { id: 9n, ...eth }, ofEth),
    v4Decrease: liquidity('v4Decrease', { id: 9n, ...pair }),
    v4Claim: liquidity('v4Claim', { id: 9n, ...pair }),
    v4Compound: liquidity('v4Compound', { id: 9n, ...pair }),
  }

  /** For a position that the owner has. */
  function ofOwner(grant: LiquidityGrant): LiquidityGrant {
    const { form, fixed } = grant
    const [token0, token1] = owned.tokens.map(BigInt) as [bigint, bigint]
    if (form === 'v3Increase') return { ...grant, fixed: { id: owned.v3 }, spends: owned.tokens.map(limit) }
    if (form === 'v3Compound')
      return { ...grant, fixed: { id: owned.v3, token0, token1 }, spends: owned.tokens.map(limit) }
    return form.startsWith('v4Increase') || form === 'v4Compound'
      ? { ...grant, fixed: { ...fixed, id: owned.v4 } }
      : grant
  }

  const CLAIMS = [
    liquidity('v3ClaimMany2', { id0: 8n, id1: 9n }),
    liquidity('v4ClaimMany2x3', { id0: 8n, id1: 9n, token0: 0n, token1: BigInt(low), token2: BigInt(high) }),
  ]

  test.each([...Object.values(LIQUIDITY), ...CLAIMS].map((grant) => [grant.form, grant] as const))(
    'do not warn of %s, and warn without any of its limits',
    async (_, grant) => {
      const signed = await handmade(ofOwner(grant))
      expect(await warningsOf(signed)).toEqual([])
      const limits = [FRAMEWORK.AllowedCalldataEnforcer, FRAMEWORK.ERC20BalanceChangeEnforcer] as readonly Address[]
      for (const [index, { enforcer }] of signed.caveats.entries()) {
        if (!limits.includes(enforcer)) continue
        const caveats = signed.caveats.filter((_, place) => place !== index)
        expect(await warningsOf({ ...signed, caveats }), `without ${index}`).toContain('WIDE_MANDATE')
      }
    },
  )

  test.each(['v3Increase', 'v4Increase'] as const)(
    'warn of %s of a position that a stranger has or can mint',
    async (form) => {
      const grant = ofOwner(LIQUIDITY[form])
      const stranger = await ownedIn(form === 'v3Increase' ? targets.positionManager : targets.v4PositionManager, false)
      for (const id of [stranger, 1_000_000n]) {
        const theft = await handmade({ ...grant, fixed: { ...grant.fixed, id } })
        expect(await warningsOf(theft), `position ${id}`).toContain('WIDE_MANDATE')
      }
    },
  )

  test('warn of limits on other tokens than those of a v3 position', async () => {
    const theft = await handmade({ ...ofOwner(LIQUIDITY.v3Increase), spends })
    expect(await warningsOf(theft)).toContain('WIDE_MANDATE')
  })

  test('warn of a compound whose fees stay in the v3 manager, where anybody can take them', async () => {
    const grant = ofOwner(LIQUIDITY.v3Compound)
    const [token0, token1] = owned.tokens.map(BigInt) as [bigint, bigint]
    const fixed = [
      { ...grant.fixed, token0: BigInt(low) },
      { ...grant.fixed, token1: token0 },
      { ...grant.fixed, token0: token1 },
    ]
    for (const one of fixed)
      expect(await warningsOf(await handmade({ ...grant, fixed: one }))).toContain('WIDE_MANDATE')
    for (const spends of [[], owned.tokens.slice(0, 1).map(limit)])
      expect(await warningsOf(await handmade({ ...grant, spends }))).toContain('WIDE_MANDATE')
  })

  const pinned = (at: number, bytes: Hex) => caveat('AllowedCalldataEnforcer', toHex(at, { size: 32 }), bytes)
  const fallOf = (one: Address) =>
    caveat('ERC20BalanceChangeEnforcer', '0x01', one, address(OWNER), toHex(5n, { size: 32 }))
  /** The mandate with other caveats of these enforcers. */
  const instead = (signed: Delegation.Delegation, ...caveats: Delegation.Caveat[]): Delegation.Delegation => ({
    ...signed,
    caveats: [
      ...signed.caveats.filter(({ enforcer }) => !caveats.some((other) => other.enforcer === enforcer)),
      ...caveats,
    ],
  })

  test('warn of a compound that adds to another position than the one whose fees it collects', async () => {
    const signed = await handmade(ofOwner(LIQUIDITY.v3Compound))
    const [collected = 0] = FORMS.v3Compound.layout.slots.filter(({ name }) => name === 'id').map(({ at }) => at)
    const pins = pinsFor(ofOwner(LIQUIDITY.v3Compound), { owner: address(OWNER) })
    const other = toHex(owned.v3 + 1n, { size: 32 })
    const moved = pins.map(({ at, bytes }) =>
      at === 4
        ? pinned(at, concat([slice(bytes, 0, collected - at), other, slice(bytes, collected - at + 32)]))
        : pinned(at, bytes),
    )
    expect(await warningsOf(instead(signed, ...moved))).toContain('WIDE_MANDATE')
  })

  test('warn of a position of which half is the choice of the agent', async () => {
    const signed = await handmade(ofOwner(LIQUIDITY.v3Increase))
    const half = toHex(0n, { size: 16 })
    const theft = instead(signed, pinned(4, half), pinned(4 + 5 * 32 + 16, half))
    expect(await warningsOf(theft)).toContain('WIDE_MANDATE')
  })

  test.each([
    ['ETH that no call takes, and that the manager gives to anybody', [0, 1], 10n ** 18n],
    ['a limit on ETH in place of a token', [0], 1n],
    ['two limits on one token', [0, 0], 0n],
  ])('warn of %s', async (_, places, value) => {
    const tokens = places.map((place) => owned.tokens[place] ?? zeroAddress)
    const signed = await handmade(ofOwner(LIQUIDITY.v3Increase))
    const theft = instead(signed, ...tokens.map(fallOf), caveat('ValueLteEnforcer', toHex(value, { size: 32 })))
    expect(await warningsOf(theft)).toContain('WIDE_MANDATE')
  })

  test.each(['v4Compound', 'v4Decrease', 'v4Claim'] as const)(
    'warn of ETH that %s of a position with ETH leaves in the manager',
    async (form) => {
      const signed = await handmade({ ...LIQUIDITY[form], fixed: { ...eth, id: owned.v4 } })
      expect(await warningsOf(signed)).toEqual([])
      const theft = instead(signed, caveat('ValueLteEnforcer', toHex(10n ** 18n, { size: 32 })))
      expect(await warningsOf(theft)).toContain('WIDE_MANDATE')
    },
  )

  test('warn of a withdrawal that the agent moves into a range of its choice', async () => {
    const signed = await handmade(LIQUIDITY.v4Create)
    const pins = pinsOf(RERANGE, { ...key, id: owned.v4, owner: BigInt(address(OWNER)) })
    const theft = instead(signed, ...pins.map(({ at, bytes }) => pinned(at, bytes)))
    expect(await warningsOf(theft)).toContain('WIDE_MANDATE')
  })

  test('warn of a hook that is the choice of the agent', async () => {
    const signed = await handmade(LIQUIDITY.v4Create)
    const hook = FORMS.v4Create.layout.slots.find(({ name }) => name === 'hooks')?.at ?? 0
    const pins = pinsFor(LIQUIDITY.v4Create, { owner: address(OWNER) }).flatMap(({ at, bytes }) =>
      at < hook && hook < at + size(bytes)
        ? [
            pinned(at, slice(bytes, 0, hook - at)),
            ...(hook + 32 < at + size(bytes) ? [pinned(hook + 32, slice(bytes, hook + 32 - at))] : []),
          ]
        : [pinned(at, bytes)],
    )
    const theft = instead(signed, ...pins)
    expect(await warningsOf(theft)).toContain('WIDE_MANDATE')
  })

  test('a raised nonce of another manager revokes nothing', async () => {
    const abi = parseAbi(['function incrementNonce(address delegationManager)'])
    const data = encodeFunctionData({ abi, functionName: 'incrementNonce', args: [address(STRANGER)] })
    const transaction = { to: FRAMEWORK.NonceEnforcer, data, value: '0x00' }
    const { body } = await post('/api/explain', { chainId: 4663, from: address(OWNER), transaction })
    expect(body['summary']).toContain('Revokes nothing')
  })
})
