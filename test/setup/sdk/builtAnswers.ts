import { parseEther, zeroAddress } from 'viem'
import type { Client } from '../../../packages/sdk/src/index.ts'
import type { TestDevnet } from '../chain/devnet.ts'

export type BuiltAnswer = { name: string; answer: object /** A token on its curve. */; launch: string }

const chainId = 4663
const salt = (digit: string) => `0x${digit.repeat(64)}`

/** One answer of every kind, for account 0 of the chain, which holds tokens of both launches. */
export async function builtAnswers(client: Client, devnet: TestDevnet): Promise<BuiltAnswer[]> {
  const from = devnet.account(0).address
  const launch = await launchOne(client, devnet, { symbol: 'CURVE', salt: salt('1') })
  const graduated = await launchOne(client, devnet, { symbol: 'GRAD', salt: salt('2') })
  const filled = await client.prepareLaunchTransaction({
    action: 'buy',
    from,
    token: graduated,
    value: String(parseEther('4')),
  })
  await sendLast(devnet, filled)
  const prepared = {
    create: { action: 'create', from, name: 'Quill', symbol: 'QUIL', value: '1000000000000000' },
    buy: { action: 'buy', from, token: launch, value: String(parseEther('0.01')) },
    'sell in the pool': { action: 'sell', from, token: graduated, amount: String(parseEther('5')) },
    metadata: { action: 'metadata', from, token: launch, description: 'A quill.' },
  } as const
  const built: [string, object][] = []
  for (const [name, request] of Object.entries(prepared))
    built.push([name, await client.prepareLaunchTransaction(request)])
  built.push(...(await positionAnswers(client, devnet)))
  return built.map(([name, answer]) => ({ name, answer, launch }))
}

async function launchOne(
  client: Client,
  devnet: TestDevnet,
  { symbol, salt }: { symbol: string; salt: string },
): Promise<string> {
  const from = devnet.account(0).address
  const request = { action: 'create', from, name: symbol, symbol, value: String(parseEther('0.1')), salt } as const
  const answer = await client.prepareLaunchTransaction(request)
  await sendLast(devnet, answer)
  return answer.token as string
}

async function sendLast(
  devnet: TestDevnet,
  answer: { transaction: { to: string; data: string; value: string } | null },
) {
  const { to, data, value } = answer.transaction as { to: `0x${string}`; data: `0x${string}`; value: string }
  await devnet.send(0, { to, data, value: BigInt(value) })
}

async function positionAnswers(client: Client, devnet: TestDevnet): Promise<[string, object][]> {
  const walletAddress = devnet.account(0).address
  const dusd = devnet.token('DUSD').address
  const pool = devnet.pool('V4', ['ETH', 'DUSD'], { fee: 500 })
  const common = { walletAddress, chainId, simulateTransaction: false } as const
  const position = { protocol: 'V4', token0Address: zeroAddress, token1Address: dusd, nftTokenId: '2' } as const
  const independentToken = { tokenAddress: dusd, amount: '1000000' }
  const existingPool = { token0Address: pool.token0, token1Address: pool.token1, poolReference: pool.reference }
  const tickBounds = { tickLower: -250_000, tickUpper: -150_000 }
  const lpTokens = [{ tokenAddress: dusd, amount: '3000000000' }]
  const v3Id = await idOf(client, devnet)
  const approval = { walletAddress, chainId, protocol: 'V4', action: 'CREATE', lpTokens } as const
  return [
    ['approval', await client.lpCheckApproval(approval)],
    ['position', await client.lpCreate({ ...common, protocol: 'V4', existingPool, independentToken, tickBounds })],
    ['increase', await client.lpIncrease({ ...common, ...position, independentToken })],
    ['decrease', await client.lpDecrease({ ...common, ...position, liquidityPercentageToDecrease: 50 })],
    ['claim', await client.lpClaimFees({ ...common, protocol: 'V4', tokenId: '2' })],
    ['re-range', await client.lpRerange({ walletAddress, chainId, protocol: 'V4', tokenId: '2', tickBounds })],
    [
      'zap in',
      await client.lpZapIn({ walletAddress, chainId, protocol: 'V4', existingPool, independentToken, tickBounds }),
    ],
    [
      'zap out',
      await client.lpZapOut({ walletAddress, chainId, protocol: 'V3', tokenId: v3Id, tokenOutAddress: dusd }),
    ],
    [
      'zap out in steps',
      await client.lpZapOut({ walletAddress, chainId, protocol: 'V4', tokenId: '2', tokenOutAddress: zeroAddress }),
    ],
    [
      'migration in steps',
      await client.lpMigrate({
        ...{ walletAddress, chainId, protocol: 'V3', tokenId: v3Id },
        ...{ targetProtocol: 'V4', existingPool, tickBounds },
      }),
    ],
    ['claim many', await client.lpClaimMany({ walletAddress, chainId, positions: [{ protocol: 'V4', tokenId: '2' }] })],
  ]
}

/** The wallet's v3 position of WETH and DUSD. */
async function idOf(client: Client, devnet: TestDevnet): Promise<string> {
  const { reference } = devnet.pool('V3', ['WETH', 'DUSD'], { fee: 500 })
  for await (const { poolReference, tokenId } of client.each.liquidityPositions({
    owner: devnet.account(0).address,
    chainId,
  })) {
    if (poolReference === reference && tokenId) return tokenId
  }
  throw new Error('The wallet has no such position.')
}
