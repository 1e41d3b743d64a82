import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHAINS } from '#chain/chains.ts'
import { createChains } from '#chain/createChains.ts'
import { createApp } from '#http/createApp.ts'
import { operations } from '#liquidity/operations.ts'
import { plainOptions } from '../setup/appOptions.ts'
import { type FaultRpc, startFaultRpc } from '../setup/chain/faultRpc.ts'
import { testAttest } from '../setup/explain.ts'

// All chains lead to a node that is never called: the static data of a chain needs no node.
let rpc: FaultRpc
let post: (path: string, body: object) => Promise<{ status: number; body: { code: string; message: string } }>
let close: () => void
beforeAll(async () => {
  rpc = await startFaultRpc({ upstreams: [() => Promise.reject({ code: -32601, message: 'no such method' })] })
  const rpcUrls = Object.fromEntries(CHAINS.map(({ id }) => [id, [rpc.url]]))
  const { universalRouter: _, ...uniswap } = CHAINS.find(({ id }) => id === 8453)?.uniswap ?? {}
  const chains = createChains({ rpcUrls, deadlineMs: 300, deployments: { 8453: { uniswap } } })
  close = () => chains.close()
  const authenticate = () =>
    ({ kind: 'key', address: '', developerId: 'd', subject: 'wallet:0x1', keyId: 'k', scopes: ['api:*'] }) as const
  const app = createApp(
    plainOptions(operations({ chains, now: Date.now, attest: testAttest(chains), admissionUrl: () => '' }), {
      authenticate,
    }),
  )
  post = async (path, body) => {
    const request = new Request(`https://slipway.example${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'k' },
      body: JSON.stringify(body),
    })
    const response = await app.fetch(request)
    return { status: response.status, body: (await response.json()) as { code: string; message: string } }
  }
})
afterAll(async () => {
  close()
  await rpc.close()
})

const walletAddress = '0x00000000000000000000000000000000000000aa'
const [a, b] = ['0x00000000000000000000000000000000000000b1', '0x00000000000000000000000000000000000000b2']
const zero = '0x0000000000000000000000000000000000000000'
const pair = (first: string) => ({ token0Address: first, token1Address: b })
const token = (tokenAddress: string) => ({ tokenAddress, amount: '1000' })

const actions: [string, (chainId: number, protocol: string, first: string) => object][] = [
  [
    '/lp/check_approval',
    (chainId, protocol, first) => ({
      walletAddress,
      protocol,
      chainId,
      lpTokens: [token(first), token(b)],
      action: 'CREATE',
    }),
  ],
  [
    '/lp/increase',
    (chainId, protocol, first) => ({
      walletAddress,
      protocol,
      chainId,
      ...pair(first),
      independentToken: token(b),
      nftTokenId: '1',
    }),
  ],
  [
    '/lp/decrease',
    (chainId, protocol, first) => ({
      walletAddress,
      protocol,
      chainId,
      ...pair(first),
      nftTokenId: '1',
      liquidityPercentageToDecrease: 10,
    }),
  ],
]

const gaps: [chainId: number, protocol: string, message: RegExp][] = [
  [324, 'V2', /V2 is not deployed on ZKsync Era \(324\). Use V3 there/],
  [7777777, 'V2', /V2 is not deployed on Zora \(7777777\). Use V3 or V4 there/],
  [42220, 'V2', /V2 has no router on Celo \(42220\)/],
  [324, 'V4', /V4 is not deployed on ZKsync Era \(324\)/],
  [10143, 'V4', /V4 is not deployed on Monad Testnet \(10143\)/],
]

describe('a contract that is not deployed is a failed precondition that says so', () => {
  test.each(gaps)('%i %s', async (chainId, protocol, message) => {
    for (const [path, body] of actions) {
      const answer = await post(path, body(chainId, protocol, a))
      expect(answer, path).toMatchObject({ status: 400, body: { code: 'failed_precondition' } })
      expect(answer.body.message).toMatch(message)
    }
    expect(rpc.count.exchanges).toBe(0)
  })

  test.each([
    [4217, 'V2'],
    [4217, 'V3'],
    [4217, 'V4'],
    [5042, 'V2'],
    [5042, 'V3'],
    [42220, 'V3'],
    [42220, 'V4'],
  ])('native currency on %i %s', async (chainId, protocol) => {
    const answer = await post('/lp/increase', actions[1]?.[1](chainId, protocol, zero) ?? {})
    expect(answer).toMatchObject({ status: 400, body: { code: 'failed_precondition' } })
    expect(answer.body.message).toMatch(/has no native currency that V\d can hold/)
  })

  test('Celo names the token to send instead', async () => {
    const answer = await post('/lp/increase', actions[1]?.[1](42220, 'V3', zero) ?? {})
    expect(answer.body.message).toContain('0x471EcE3750Da237f93B8E339c536989b8978a438')
  })

  test.each([4663, 5042])('v2 migration on %i, where no migrator is', async (chainId) => {
    const answer = await post('/lp/check_approval', { ...actions[0]?.[1](chainId, 'V2', a), action: 'MIGRATE' })
    expect(answer).toMatchObject({ status: 400, body: { code: 'failed_precondition' } })
    expect(answer.body.message).toMatch(/cannot be migrated on .* no V3 migrator is deployed there/)
  })

  test('v3 migration where no universal router is', async () => {
    const body = { ...actions[0]?.[1](8453, 'V3', a), action: 'MIGRATE', v3NftTokenId: 1 }
    const answer = await post('/lp/check_approval', body)
    expect(answer).toMatchObject({ status: 400, body: { code: 'failed_precondition' } })
    expect(answer.body.message).toMatch(/cannot be migrated on Base \(8453\): no universal router is deployed there/)
  })

  test.each([1, 10143])('permissioned positions on %i only where they exist', async (chainId) => {
    const answer = await post('/lp/claim_fees', {
      walletAddress,
      chainId,
      protocol: 'V4',
      tokenId: '1',
      permissioned: true,
    })
    if (chainId === 10143) expect(answer.body.message).toMatch(/V4 is not deployed/)
    else expect(answer).toMatchObject({ status: 503 })
  })
})

describe('every chain is reached, and one that cannot be is a 503', () => {
  test.each(CHAINS.map(({ id, name }) => [id, name] as const))('%i %s', async (chainId) => {
    const answer = await post('/lp/increase', actions[1]?.[1](chainId, 'V3', a) ?? {})
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(answer.body.message).toMatch(new RegExp(`Chain ${chainId} cannot be read`))
    expect(answer.body.message).not.toMatch(/no such method/)
  })

  test('there are 25', () => {
    expect(CHAINS).toHaveLength(25)
  })
})
