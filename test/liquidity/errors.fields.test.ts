import { expect, test } from 'vitest'
import {
  address,
  amount,
  bodies,
  expectErrorShape,
  type Row,
  tryRows,
  withService,
} from '../setup/liquidity/lpErrors.ts'

const { lp } = withService()

const invalid = 'invalid_argument'

tryRows([
  ...Object.entries({
    '/lp/check_approval': ['walletAddress', 'protocol', 'chainId', 'lpTokens', 'action'],
    '/lp/create': ['walletAddress', 'chainId', 'protocol', 'independentToken'],
    '/lp/create_classic': ['walletAddress', 'poolParameters', 'independentToken'],
    '/lp/increase': [
      'walletAddress',
      'chainId',
      'protocol',
      'token0Address',
      'token1Address',
      'independentToken',
      'nftTokenId',
    ],
    '/lp/decrease': [
      'walletAddress',
      'chainId',
      'protocol',
      'token0Address',
      'token1Address',
      'liquidityPercentageToDecrease',
      'nftTokenId',
    ],
    '/lp/claim_fees': ['walletAddress', 'chainId', 'protocol', 'tokenId'],
    '/lp/pool_info': ['protocol'],
  }).flatMap(([path, fields]) =>
    fields.map(
      (field): Row => [
        `${field} is missing`,
        path,
        () => ({ [field]: undefined }),
        400,
        invalid,
        new RegExp(`${field} (is required|must)`),
      ],
    ),
  ),
  ...[
    '/lp/check_approval',
    '/lp/create',
    '/lp/increase',
    '/lp/decrease',
    '/lp/claim_fees',
    '/lp/create_classic',
  ].flatMap((path): Row[] => [
    [
      'the wallet is too short',
      path,
      () => ({ walletAddress: '0x1234' }),
      400,
      invalid,
      /walletAddress must be 0x followed by 40/,
    ],
    [
      'the wallet is not hexadecimal',
      path,
      () => ({ walletAddress: `0x${'g'.repeat(40)}` }),
      400,
      invalid,
      /walletAddress must be/,
    ],
    [
      'the wallet is the zero address, for which every unapproved position would pass as approved',
      path,
      () => ({ walletAddress: `0x${'0'.repeat(40)}` }),
      400,
      invalid,
      /walletAddress must be the account that signs/,
    ],
  ]),
  ...['/lp/check_approval', '/lp/create', '/lp/increase', '/lp/decrease', '/lp/claim_fees', '/lp/pool_info'].flatMap(
    (path): Row[] => [
      ['the chain is not supported', path, () => ({ chainId: 5 }), 400, invalid, /chainId must be one of 1, 10, 56/],
      ['the chain is a string', path, () => ({ chainId: '4663' }), 400, invalid, /chainId must be one of/],
      ['the protocol is unknown', path, () => ({ protocol: 'V5' }), 400, invalid, /protocol must be/],
    ],
  ),
  ...['1.5', '-1', '0x10', '', '1e18', ' 1'].map(
    (value): Row => [
      `the amount is "${value}"`,
      '/lp/create',
      () => ({ independentToken: { tokenAddress: address('WETH'), amount: value } }),
      400,
      invalid,
      /independentToken.amount must be a whole number/,
    ],
  ),
  ...[0, 101, 50.5, -1, '50'].map(
    (value): Row => [
      `the percentage is ${JSON.stringify(value)}`,
      '/lp/decrease',
      () => ({ liquidityPercentageToDecrease: value }),
      400,
      invalid,
      /liquidityPercentageToDecrease must be/,
    ],
  ),
  ['the urgency is unknown', '/lp/create', () => ({ urgency: 'SOON' }), 400, invalid, /urgency must be/],
  ['the action is unknown', '/lp/check_approval', () => ({ action: 'BURN' }), 400, invalid, /action must be/],
  [
    'the slippage is negative',
    '/lp/create',
    () => ({ slippageTolerance: -0.1 }),
    400,
    invalid,
    /slippageTolerance must be at least 0/,
  ],
  [
    'the slippage is beyond everything',
    '/lp/create',
    () => ({ slippageTolerance: 101 }),
    400,
    invalid,
    /slippageTolerance must be at most 100/,
  ],
  ['the deadline is past', '/lp/create', () => ({ deadline: 1_600_000_000 }), 400, invalid, /deadline is in the past/],
  [
    'the deadline is in milliseconds',
    '/lp/create',
    () => ({ deadline: Date.now() + 60_000 }),
    400,
    invalid,
    /in seconds, not milliseconds/,
  ],
  [
    'the deadline is not a whole number',
    '/lp/create',
    () => ({ deadline: 1.5 }),
    400,
    invalid,
    /deadline must be a whole number/,
  ],
])

test.each(Object.keys(bodies))('the bodies that rows spoil are good (%s)', async (path) => {
  expect(await lp().post(path, bodies[path]?.())).toMatchObject({ status: 200 })
})

test('an amount above the balance names the token and the dependent amount, with and without simulation', async () => {
  for (const simulateTransaction of [true, false]) {
    const body = {
      ...bodies['/lp/create']?.(),
      independentToken: amount('WETH', '50000000000000000000'),
      simulateTransaction,
    }
    const { status, body: answer } = await lp().post('/lp/create', body)
    expect(status).toBe(400)
    expect(answer.code).toBe('failed_precondition')
    const [lacking, dependent] = answer.details
    expect(lacking).toEqual({ type: 'INSUFFICIENT_LIQUIDITY', value: address('DUSD') })
    expect(dependent.type).toBe('dependentAmount')
    expect(BigInt(dependent.value)).toBeGreaterThan(90_000n * 10n ** 6n)
  }
})

test.each(Object.keys(bodies).filter((path) => path !== '/lp/pool_info'))('%s needs a key', async (path) => {
  for (const key of ['', 'wrong']) {
    const answer = await lp().post(path, bodies[path]?.(), key)
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    expectErrorShape(answer)
  }
})

test('/lp/pool_info serves a missing and an invalid key', async () => {
  for (const key of ['', 'wrong'])
    expect(await lp().post('/lp/pool_info', bodies['/lp/pool_info']?.(), key)).toMatchObject({ status: 200 })
})

test('a body that is not JSON is a 400 in the error shape', async () => {
  for (const text of ['', '{', '[]', 'null', '"text"', '12', '{"walletAddress":']) {
    const answer = await lp().post('/lp/create', text)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_argument' } })
    expectErrorShape(answer)
  }
})
