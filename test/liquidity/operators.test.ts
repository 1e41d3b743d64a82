import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestLp, type TestLp } from '../setup/liquidity/lp.ts'

/** Only the owner and approved operators may change a position. */

const OWNER = 0
const OPERATOR = 5
const ID = 2n
const chainId = 4663
const ABI = parseAbi([
  'function approve(address to, uint256 id)',
  'function setApprovalForAll(address operator, bool approved)',
])

let lp: TestLp
let snapshot: Hex
beforeAll(async () => {
  lp = await startTestLp()
  snapshot = await lp.devnet.snapshot()
})
beforeEach(async () => {
  await lp.devnet.revert(snapshot)
  snapshot = await lp.devnet.snapshot()
})
afterAll(() => lp[Symbol.asyncDispose]())

const operator = () => lp.devnet.account(OPERATOR).address

const GRANTS = {
  'approved for the position': () => encodeFunctionData({ abi: ABI, functionName: 'approve', args: [operator(), ID] }),
  'approved for all positions': () =>
    encodeFunctionData({ abi: ABI, functionName: 'setApprovalForAll', args: [operator(), true] }),
}

describe.each(['V3', 'V4'] as const)('%s', (protocol) => {
  const manager = (): Address => {
    const { v3PositionManager, v4PositionManager } = lp.devnet.description.contracts
    return protocol === 'V3' ? v3PositionManager : v4PositionManager
  }
  const request = () => {
    const { token0, token1 } = lp.devnet.pool(protocol, [protocol === 'V3' ? 'WETH' : 'ETH', 'DUSD'], { fee: 500 })
    const names = { token0Address: token0, token1Address: token1 }
    return { walletAddress: operator(), chainId, protocol, ...names, nftTokenId: ID.toString() }
  }

  test.each(Object.entries(GRANTS))(
    'a wallet %s takes liquidity out, and gets what was stated',
    async (_name, data) => {
      const body = { ...request(), liquidityPercentageToDecrease: 50 }
      expect((await lp.post('/lp/decrease', body)).status).toBe(403)
      await lp.send(OWNER, { to: manager(), data: data(), value: '0x0' })
      const { decrease, token0, token1, uncollectedFees } = await lp.ok('/lp/decrease', body)
      const tokens = [body.token0Address, body.token1Address]
      const paid = await lp.paid(OPERATOR, tokens, () => lp.send(OPERATOR, decrease))
      expect(paid).toEqual([
        -BigInt(token0.amount) - BigInt(uncollectedFees.token0.amount),
        -BigInt(token1.amount) - BigInt(uncollectedFees.token1.amount),
      ])
    },
  )

  test('a wallet whose approval was revoked is refused', async () => {
    await lp.send(OWNER, { to: manager(), data: GRANTS['approved for all positions'](), value: '0x0' })
    const args = [operator(), false] as const
    const data = encodeFunctionData({ abi: ABI, functionName: 'setApprovalForAll', args })
    await lp.send(OWNER, { to: manager(), data, value: '0x0' })
    const answer = await lp.post('/lp/claim_fees', { ...request(), tokenId: ID.toString() })
    expect(answer).toMatchObject({ status: 403, body: { code: 'permission_denied' } })
  })
})
