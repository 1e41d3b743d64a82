import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  maxUint256,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { expect, test } from 'vitest'
import { V3_SWAP_ROUTER } from '#devnet/addresses.ts'
import { arm, configure, deployWilfulToken } from '../setup/liquidity/hostilePools.ts'
import { approveEverything } from '../setup/liquidity/limits.ts'
import { type Body, mintedId } from '../setup/liquidity/lp.ts'
import { runCalls } from '../setup/liquidity/recipes.ts'
import { address, chainId, devnet, lp, openFreshLp, positionIn } from '../setup/liquidity/sharedLp.ts'

/** Fees that become one token, while one of the other tokens is hostile. */

const OWNER = 0
const OPERATOR = 19
const THIEF = 7
openFreshLp()

const owner = () => devnet.account(OWNER).address
const router = () => devnet.description.contracts.universalRouter

async function hostilePosition(): Promise<{ token: Address; tokenId: string }> {
  const token = await deployWilfulToken(lp, [OWNER, OPERATOR])
  await approveEverything(lp, OWNER, [token, address('WETH')])
  const [token0, token1] = [token, address('WETH')].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)) as [
    Address,
    Address,
  ]
  const { create } = await lp.ok('/lp/create', {
    ...{ walletAddress: owner(), chainId, protocol: 'V3' },
    newPool: {
      token0Address: token0,
      token1Address: token1,
      fee: 3000,
      tickSpacing: 60,
      initialPrice: String(1n << 96n),
    },
    independentToken: { tokenAddress: token, amount: String(10n ** 18n) },
    tickBounds: { tickLower: -600, tickUpper: 600 },
  })
  const tokenId = mintedId(await lp.send(OWNER, create), create.to)
  const approval = { abi: erc20Abi, functionName: 'approve', args: [V3_SWAP_ROUTER, maxUint256] } as const
  await devnet.send(OPERATOR, { to: token, data: encodeFunctionData(approval) })
  await lp.trade({ protocol: 'V3', token0, token1, fee: 3000, tickSpacing: 60 }, [10n ** 15n, 10n ** 15n])
  return { token, tokenId }
}

async function honest(): Promise<string> {
  const pool = devnet.pool('V3', ['WETH', 'DUSD'], { fee: 500 })
  await lp.trade(pool, pool.token0 === address('WETH') ? [10n ** 18n, 10n ** 9n] : [10n ** 9n, 10n ** 18n])
  return (await positionIn(owner(), pool)).tokenId
}

const ask = (ids: readonly string[], out: Address) =>
  lp.ok('/lp/claim_many', {
    ...{ walletAddress: owner(), chainId, tokenOutAddress: out },
    positions: ids.map((tokenId) => ({ protocol: 'V3', tokenId })),
  })

const groupsOf = ({ groups }: Body) => groups.map(({ tokenIds }: Body) => tokenIds.join())

function sweeping(token: Address) {
  const abi = parseAbi(['function execute(bytes commands, bytes[] inputs)'])
  const input = encodeAbiParameters(parseAbiParameters('address, address, uint256'), [
    token,
    devnet.account(THIEF).address,
    0n,
  ])
  return { to: router(), data: encodeFunctionData({ abi, functionName: 'execute', args: ['0x04', [input]] }) }
}

test('a token that reverts, or keeps all, is left out and does not stop the others', async () => {
  const [bad, good] = [await hostilePosition(), await honest()]
  const both = await ask([bad.tokenId, good], address('WETH'))
  expect(groupsOf(both).sort()).toEqual([bad.tokenId, good].sort())
  const start = await devnet.snapshot()
  await arm(lp, bad.token, { to: address('WETH'), data: concat(['0xa9059cbb', '0x00']) })
  const reverting = await ask([bad.tokenId, good], address('WETH'))
  expect(groupsOf(reverting)).toEqual([good])
  await devnet.revert(start)
  for (const tax of [10_000, 5_000]) {
    await configure(lp, bad.token, { free: 0n, tax, scope: 'all' })
    const taxed = await ask([bad.tokenId, good], address('WETH'))
    expect(groupsOf(taxed)).toEqual([good])
  }
})

// It collects, then swaps: two transfers of the hostile token.
test.each([0n, 1n])('a token that sweeps the router at its transfer %s gets nothing', async (skipped) => {
  const bad = await hostilePosition()
  const answer = await ask([bad.tokenId], address('WETH'))
  await arm(lp, bad.token, { ...sweeping(address('WETH')), skipped })
  const before = await lp.balance(address('WETH'), devnet.account(THIEF).address)
  const { status } = await runCalls(lp, OWNER, {
    ...answer.groups[0],
    approvals: answer.approvals,
    calls: answer.calls,
  })
  expect(status).toBe('reverted')
  expect(await lp.balance(address('WETH'), devnet.account(THIEF).address)).toBe(before)
})

test('a hidden tax makes the transaction revert', async () => {
  const bad = await hostilePosition()
  const answer = await ask([bad.tokenId], address('WETH'))
  await configure(lp, bad.token, { free: 0n, tax: 9_000, scope: 'all', isHidden: true })
  const { status, paid } = await runCalls(lp, OWNER, {
    ...answer.groups[0],
    approvals: answer.approvals,
    calls: answer.calls,
  })
  expect([status, [...paid.values()].every((amount) => amount === 0n)]).toEqual(['reverted', true])
})
