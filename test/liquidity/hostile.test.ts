import type { Address } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileHostileTokens, HOSTILE } from '../setup/liquidity/hostileTokens.ts'
import { type Body, startTestLp, type TestLp } from '../setup/liquidity/lp.ts'

let lp: TestLp
const at = new Map<string, Address>()
beforeAll(async () => {
  lp = await startTestLp()
  for (const [name, { bytecode }] of Object.entries(compileHostileTokens())) {
    const hash = await lp.devnet.wallet(1).sendTransaction({ data: bytecode } as never)
    const { contractAddress } = await lp.devnet.client.waitForTransactionReceipt({ hash })
    at.set(name, contractAddress as Address)
  }
})
afterAll(() => lp[Symbol.asyncDispose]())

const chainId = 4663

test('a token that answers no to the replacement of an allowance has the old one cancelled first', async () => {
  const { transactions } = await lp.ok('/lp/check_approval', {
    walletAddress: lp.devnet.account(1).address,
    protocol: 'V3',
    chainId,
    lpTokens: [{ tokenAddress: at.get('Declining'), amount: '5' }],
    action: 'CREATE',
  })
  expect(transactions.map(({ cancelApproval }: Body) => cancelApproval)).toEqual([true, false])
})

describe.each(HOSTILE)('a token that is %s', (name) => {
  const token = () => at.get(name) as Address
  const wallet = () => lp.devnet.account(1).address

  function pool(protocol: 'V3' | 'V4') {
    const [token0Address, token1Address] = [token(), lp.devnet.token('DUSD').address].sort((a, b) =>
      a.toLowerCase() < b.toLowerCase() ? -1 : 1,
    )
    return {
      walletAddress: wallet(),
      chainId,
      protocol,
      independentToken: { tokenAddress: lp.devnet.token('DUSD').address, amount: '1000000' },
      newPool: { token0Address, token1Address, fee: 3000, tickSpacing: 60, initialPrice: (1n << 96n).toString() },
      tickBounds: { tickLower: -600, tickUpper: 600 },
    }
  }

  test('gets its approvals listed', async () => {
    const lpTokens = [{ tokenAddress: token(), amount: '5' }]
    const answer = await lp.post('/lp/check_approval', {
      walletAddress: wallet(),
      protocol: 'V4',
      chainId,
      lpTokens,
      action: 'CREATE',
      includeGasInfo: true,
    })
    expect(answer.status).toBe(200)
  })

  test.each(['V3', 'V4'] as const)(
    'never breaks a %s creation, and puts no text into its summary',
    async (protocol) => {
      const { status, body } = await lp.post('/lp/create', { ...pool(protocol), simulateTransaction: true })
      if (status === 200) {
        expect(body.summary).toMatch(/^[\x20-\x7e…]*$/)
        expect(body.summary.length).toBeLessThan(750)
        expect(body.simulation.ok).toBe(false)
      } else {
        expect([status, body.code]).toEqual([400, 'failed_precondition'])
      }
    },
  )

  test('never fails on our side in a pair', async () => {
    const answer = await lp.post('/lp/create_classic', {
      walletAddress: wallet(),
      poolParameters: { token0Address: token(), token1Address: lp.devnet.token('DUSD').address, chainId },
      independentToken: { tokenAddress: lp.devnet.token('DUSD').address, amount: '1000000' },
      dependentToken: { tokenAddress: token(), amount: '1000000' },
    })
    expect([200, 400]).toContain(answer.status)
  })

  test('is not a pool, even if it claims to be', async () => {
    const answer = await lp.post('/lp/pool_info', {
      protocol: 'V3',
      chainId,
      poolReferences: [{ referenceIdentifier: token() }],
    })
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  })
})
