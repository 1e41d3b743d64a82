import { zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Explained, startTestExplain, type TestExplain } from '../setup/explain.ts'
import { type Body, startTestLp, type TestLp } from '../setup/liquidity/lp.ts'

/** The limits read from the calldata are those that the builder states. */

const chainId = 4663
let lp: TestLp
let explaining: TestExplain
beforeAll(async () => {
  lp = await startTestLp()
  explaining = startTestExplain(lp.devnet)
})
afterAll(async () => {
  explaining[Symbol.dispose]()
  await lp[Symbol.asyncDispose]()
})

const address = (symbol: string) => (symbol === 'ETH' ? zeroAddress : lp.devnet.token(symbol).address)
const holder = () => lp.devnet.account(0).address

async function explained(transaction: Body): Promise<Explained> {
  const { status, body } = await explaining.explain({ from: transaction.from, transaction })
  expect({ status, known: body.known }, JSON.stringify(body)).toEqual({ status: 200, known: true })
  return body
}

/** Compares both readings of a built transaction. */
async function expectAgreement(answer: Body, transaction: Body): Promise<Explained> {
  const body = await explained(transaction)
  expect(byToken(body.limits.pay, 'atMost')).toEqual(byToken(answer.limits.pay, 'atMost'))
  const held = answer.limits.receive.filter(({ enforced, heldBy }: Body) => enforced || heldBy)
  const read = byToken(body.limits.receive, 'atLeast')
  for (const { tokenAddress, atLeast } of held) expect(read[tokenAddress], tokenAddress).toBe(atLeast)
  expect(body.warnings.filter(({ code }: Body) => !['UNKNOWN_HOOK'].includes(code))).toEqual([])
  return body
}

function byToken(list: Body[], field: string): Record<string, string> {
  return Object.fromEntries(
    list.filter((entry) => entry[field] !== '0').map((entry) => [entry.tokenAddress, entry[field]]),
  )
}

const POOLS = [
  ['V3', ['WETH', 'DUSD'], 500, 'DUSD'],
  ['V3', ['WETH', 'DUSD'], 500, 'ETH'],
  ['V4', ['ETH', 'DUSD'], 500, 'DUSD'],
  ['V4', ['MOON', 'DUSD'], 3000, 'DUSD'],
] as const

describe.each(POOLS)('%s %s', (protocol, symbols, fee, paid) => {
  const names = () => {
    const { token0, token1, reference } = lp.devnet.pool(protocol, [...symbols], { fee })
    const asSent = (token: string) => (paid === 'ETH' && token === address('WETH') ? zeroAddress : token)
    return { token0Address: asSent(token0), token1Address: asSent(token1), poolReference: reference }
  }
  const offer = { amount: paid === 'ETH' ? '1000000000000000' : '1000000' }

  test(`a deposit of ${paid}`, async () => {
    const answer = await lp.ok('/lp/create', {
      walletAddress: holder(),
      chainId,
      protocol,
      existingPool: names(),
      independentToken: { tokenAddress: address(paid), ...offer },
      tickBounds: { tickLower: -887272, tickUpper: 887272 },
    })
    const { summary, steps } = await expectAgreement(answer, answer.create)
    expect(summary).toMatch(/^Opens a (position|Uniswap v3 position)/)
    expect(steps[0].contract).toMatchObject({ name: `Uniswap ${protocol.toLowerCase()} position manager` })
  })
})

describe.each([
  ['V2', ['WETH', 'DUSD'], undefined],
  ['V2', ['ETH', 'DUSD'], undefined],
  ['V3', ['WETH', 'DUSD'], '2'],
  ['V3', ['ETH', 'DUSD'], '2'],
  ['V4', ['ETH', 'DUSD'], '2'],
] as const)('a position of %s %s', (protocol, [first, second], nftTokenId) => {
  const position = () => ({
    walletAddress: holder(),
    chainId,
    protocol,
    token0Address: address(first),
    token1Address: address(second),
    ...(nftTokenId && { nftTokenId }),
  })

  test('takes more', async () => {
    const independentToken = { tokenAddress: address(second), amount: '1000000' }
    const answer = await lp.ok('/lp/increase', { ...position(), independentToken })
    await expectAgreement(answer, answer.increase)
  })

  test('gives back a part', async () => {
    const asked = { liquidityPercentageToDecrease: 10, withdrawAsWeth: first === 'WETH' }
    const answer = await lp.ok('/lp/decrease', { ...position(), ...asked })
    await expectAgreement(answer, answer.decrease)
  })

  test.skipIf(protocol === 'V2')('pays its fees', async () => {
    const { pools } = {
      pools: lp.devnet.pool(protocol, protocol === 'V4' ? ['ETH', 'DUSD'] : ['WETH', 'DUSD'], { fee: 500 }),
    }
    await lp.trade(pools, [10n ** 15n, 10n ** 6n])
    const asked = { walletAddress: holder(), chainId, protocol, tokenId: '2', collectAsWeth: first === 'WETH' }
    const answer = await lp.ok('/lp/claim_fees', asked)
    await expectAgreement(answer, answer.claim)
  })
})

test('approvals and permits name the spender, the amount and the end', async () => {
  const approval = await lp.ok('/lp/check_approval', {
    walletAddress: lp.devnet.account(5).address,
    protocol: 'V4',
    chainId,
    action: 'CREATE',
    lpTokens: [
      { tokenAddress: address('MOON'), amount: '1000' },
      { tokenAddress: address('DUSD'), amount: '1000' },
    ],
  })
  const [{ transaction }] = approval.transactions
  const body = await explained(transaction)
  expect(body.approvals).toMatchObject([{ spender: { name: 'Permit2' }, until: null }])
  expect(body.limits.pay).toEqual([])
})
