import { expect, test } from 'vitest'
import { NATIVE, type PositionForm, parsePosition, positionFormOf, positionUrl } from './positionUrl.ts'

const DUSD = '0x73D6a4a4100bc652F2C678F4da17131C38AEB4Dc'
const POOL = `0x${'4f'.repeat(32)}`
const form: PositionForm = {
  chainId: 4663,
  protocol: 'v4',
  tokenA: NATIVE,
  tokenB: DUSD,
  pool: POOL,
  lower: -198080,
  upper: -194710,
  amountA: '500000000000000000',
  slippage: 0.05,
}
const read = (url: string) => parsePosition(new URL(url, 'http://slipway').search)

test('a form goes into an address and comes out of it the same', () => {
  expect(positionUrl(form)).toBe(
    `/positions/new?chainId=4663&protocol=v4&tokenA=ETH&tokenB=${DUSD}&pool=${POOL}&lower=-198080&upper=-194710&amountA=500000000000000000&slippage=0.05`,
  )
  expect(read(positionUrl(form))).toEqual(form)
  const opened = {
    protocol: 'v3',
    fee: 3000,
    tickSpacing: 60,
    hooks: DUSD,
    startPrice: '2981.4',
    amountB: '1',
  } as const
  expect(read(positionUrl(opened))).toEqual(opened)
})

test('an empty form is the plain path', () => {
  expect(positionUrl({})).toBe('/positions/new')
  expect(parsePosition('')).toEqual({})
})

test.each([
  ['protocol', 'v5'],
  ['tokenA', '0x123'],
  ['tokenB', '<script>'],
  ['pool', '0x12'],
  ['fee', '-1'],
  ['tickSpacing', '0'],
  ['tickSpacing', '1e3'],
  ['startPrice', '1e9'],
  ['lower', '-887273'],
  ['upper', '1.5'],
  ['amountA', '1.5'],
  ['amountB', `${'9'.repeat(79)}`],
  ['slippage', '51'],
  ['chainId', ''],
])('a %s of %j is left out', (field, value) => {
  expect(parsePosition(`?${new URLSearchParams({ [field]: value })}`)).toEqual({})
})

test('a body that an agent built opens as the same form', () => {
  const pair = { token0Address: NATIVE, token1Address: DUSD }
  const body = {
    chainId: 4663,
    protocol: 'V4',
    existingPool: { ...pair, poolReference: POOL },
    independentToken: { tokenAddress: DUSD.toLowerCase(), amount: '1500000' },
    tickBounds: { tickLower: -198080, tickUpper: -194710 },
  }
  const { amountA, slippage, ...same } = form
  expect(positionFormOf(body)).toEqual({ ...same, amountB: '1500000' })
  expect(
    positionFormOf({
      poolParameters: { ...pair, chainId: 4663 },
      independentToken: { tokenAddress: NATIVE, amount: '7' },
    }),
  ).toEqual({ chainId: 4663, protocol: 'v2', tokenA: NATIVE, tokenB: DUSD, amountA: '7' })
})

test.each([{}, { newPool: {} }, { independentToken: {} }, { protocol: 4 }, { existingPool: null }])(
  'an incomplete body %j of an agent opens an empty form',
  (body) => {
    expect(positionFormOf(body as never)).toMatchObject({ protocol: 'v2' })
  },
)
