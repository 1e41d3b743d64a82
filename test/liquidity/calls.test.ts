import { type Address, erc20Abi, parseAbi, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Body } from '../setup/liquidity/lp.ts'
import { runCalls } from '../setup/liquidity/recipes.ts'
import { address, chainId, devnet, lp, openFreshLp, units } from '../setup/liquidity/sharedLp.ts'

/** The calls of plain answers: a wallet without any approval sends them as they are, and nothing else. */

const WALLET = 6
openFreshLp()

const wallet = () => devnet.account(WALLET).address
const ALLOWANCE = parseAbi(['function allowance(address, address, address) view returns (uint160, uint48, uint48)'])

type Symbols = [string, string]
const tickBounds = { tickLower: -199_200, tickUpper: -193_200 }

function create(protocol: 'V3' | 'V4', [first, second]: Symbols, amount: string) {
  const pool = devnet.pool(protocol, [first, second], { fee: 500 })
  const existingPool = { token0Address: pool.token0, token1Address: pool.token1, poolReference: pool.reference }
  const independentToken = { tokenAddress: address(second), amount: String(units(second, amount)) }
  return { walletAddress: wallet(), chainId, protocol, existingPool, tickBounds, independentToken }
}

function classic(first: string) {
  const poolParameters = { token0Address: address(first), token1Address: address('DUSD'), chainId }
  const independentToken = { tokenAddress: address('DUSD'), amount: String(units('DUSD', '900')) }
  return { walletAddress: wallet(), poolParameters, independentToken }
}

const DEPOSITS: readonly (readonly [string, string, () => object, number])[] = [
  ['v2 pair of tokens', '/lp/create_classic', () => classic('WETH'), 2],
  ['v2 pair with native ETH', '/lp/create_classic', () => classic('ETH'), 1],
  ['v3 pool of tokens', '/lp/create', () => create('V3', ['WETH', 'DUSD'], '900'), 2],
  ['v4 pool with native ETH', '/lp/create', () => create('V4', ['ETH', 'DUSD'], '900'), 2],
]

const atMost = ({ limits }: Body, token: string) =>
  BigInt(limits.pay.find(({ tokenAddress }: Body) => tokenAddress === token)?.atMost ?? 0)

/** The rights that an approval gives by its statement. */
function granted({ statement }: Body): { token: string; amount: bigint }[] {
  const claims = JSON.parse(Buffer.from(statement.split('.')[1], 'base64url').toString())
  return claims.approvals.map(({ tokenAddress, amount }: Body) => ({ token: tokenAddress, amount: BigInt(amount) }))
}

describe.each(DEPOSITS)('a deposit into a %s', (_name, path, body, count) => {
  test('is sent by its calls alone, and each approval is for exactly the most that leaves', async () => {
    const answer = await lp.ok(path, body())
    expect([answer.simulation, answer.atomicRequired, answer.approvals.length]).toEqual([{ ok: true }, false, count])
    const transactions = [...answer.approvals.map(({ transaction }: Body) => transaction), answer.create]
    expect(answer.calls).toEqual(transactions.map(({ to, data, value }: Body) => ({ to, data, value })))
    for (const { token, amount } of answer.approvals.flatMap(granted)) expect(amount).toBe(atMost(answer, token))
    expect((await runCalls(lp, WALLET, answer)).status).toBe('mined')
    expect(await leftOver(answer)).toEqual([])
  })

  test('needs only its transaction once the approvals are there', async () => {
    const first = await lp.ok(path, body())
    await runCalls(lp, WALLET, { ...first, calls: first.calls.slice(0, -1), limits: { pay: [], receive: [] } })
    const { calls, approvals, create: transaction } = await lp.ok(path, body())
    const { to, data, value } = transaction
    expect([calls, approvals]).toEqual([[{ to, data, value }], []])
  })
})

/** Allowances that outlive the deposit by more than the room of its limits. */
async function leftOver(answer: Body): Promise<string[]> {
  const { permit2 } = devnet.description.contracts
  const spender = answer.create.to as Address
  const tokens: Address[] = answer.limits.pay.map(({ tokenAddress }: Body) => tokenAddress)
  const left = tokens
    .filter((token) => token !== zeroAddress)
    .map(async (token) => {
      const most = atMost(answer, token)
      const allowed = await Promise.all([
        ...[spender, permit2 as Address].map((holder) =>
          devnet.client.readContract({
            address: token,
            abi: erc20Abi,
            functionName: 'allowance',
            args: [wallet(), holder],
          }),
        ),
        devnet.client
          .readContract({
            address: permit2 as Address,
            abi: ALLOWANCE,
            functionName: 'allowance',
            args: [wallet(), token, spender],
          })
          .then(([amount]) => amount),
      ])
      return allowed.some((amount) => amount * 20n > most) ? [`${token} ${allowed}`] : []
    })
  return (await Promise.all(left)).flat()
}

test('an increase and a removal carry their calls, and a removal from a v2 pair its approval', async () => {
  const minted = await lp.ok('/lp/create_classic', classic('WETH'))
  await runCalls(lp, WALLET, minted)
  const pair = { token0Address: address('WETH'), token1Address: address('DUSD') }
  const sorted =
    BigInt(pair.token0Address) < BigInt(pair.token1Address)
      ? pair
      : { token0Address: pair.token1Address, token1Address: pair.token0Address }
  const own = { walletAddress: wallet(), chainId, protocol: 'V2', ...sorted }
  const independentToken = { tokenAddress: address('DUSD'), amount: String(units('DUSD', '300')) }
  const more = await lp.ok('/lp/increase', { ...own, independentToken })
  expect(more.approvals).toHaveLength(2)
  expect((await runCalls(lp, WALLET, more)).status).toBe('mined')
  const removal = await lp.ok('/lp/decrease', { ...own, liquidityPercentageToDecrease: 40 })
  expect([removal.simulation, removal.approvals.length]).toEqual([{ ok: true }, 1])
  expect((await runCalls(lp, WALLET, removal)).status).toBe('mined')
})

test('calls sent after a move of the price end without a deposit, and what was approved stays within the limits', async () => {
  const answer = await lp.ok('/lp/create', create('V3', ['WETH', 'DUSD'], '900'))
  const pool = devnet.pool('V3', ['WETH', 'DUSD'], { fee: 500 })
  await lp.trade(pool, [units('WETH', '20'), 1n])
  const { status, paid } = await runCalls(lp, WALLET, answer)
  expect([status, [...paid.values()].every((amount) => amount === 0n)]).toEqual(['reverted', true])
})
