import { type Address, concat, type Hex, parseAbi, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../setup/keys/signIn.ts'
import type { Body } from '../setup/liquidity/lp.ts'
import { AGENT, delegateAccount, OWNER, STRANGER } from '../setup/mandates/mandate.ts'
import { startTestService, type TestService } from '../setup/service.ts'

const POSITION = 2n
const abi = parseAbi([
  'function positions(uint256 tokenId) view returns (uint96 nonce, address operator, address token0, address token1)',
])

let service: TestService
let tokens: { token0Address: Address; token1Address: Address }
const address = (index: number) => service.devnet.account(index).address
beforeAll(async () => {
  service = await startTestService()
  const { v3PositionManager } = service.devnet.description.contracts
  const call = { abi, address: v3PositionManager, functionName: 'positions', args: [POSITION] } as const
  const [, , token0Address, token1Address] = await service.devnet.client.readContract(call)
  tokens = { token0Address, token1Address }
})
afterAll(() => service[Symbol.asyncDispose]())

const item = (changed: Body = {}) => ({
  action: 'decrease',
  protocol: 'V3',
  tokenId: String(POSITION),
  ...tokens,
  ...changed,
})

async function prepare(liquidity: Body[], changed: Body = {}): Promise<{ status: number; body: Body }> {
  const until = Number((await service.devnet.client.getBlock()).timestamp) + 86_400
  const policy = { owner: address(OWNER), agent: address(AGENT), actions: ['liquidity'], until, liquidity, ...changed }
  const response = await service.post('/api/mandates/prepare', policy)
  return { status: response.status, body: (await response.json()) as Body }
}

test('a policy is prepared, signed, read from the chain, and explained without a warning', async () => {
  const amounts = { amount0PerTrade: '1000', amount1PerTrade: '2000' }
  const { status, body } = await prepare([item(), item({ action: 'increase', ...amounts })], { trades: 3 })
  expect(status).toBe(200)
  const [decrease, increase] = body['delegations']
  expect(decrease.meaning[0]).toMatch(/^Worst case: the agent takes out all liquidity/)
  expect(increase.worstCase.tokens.map(({ amount }: Body) => amount)).toEqual(['3000', '6000'])
  await delegateAccount(service.devnet)
  for (const { typedData, mandate } of [decrease, increase]) {
    const explained = await service.post('/api/explain', { chainId: 4663, from: address(OWNER), typedData })
    expect(((await explained.json()) as Body)['warnings']).toEqual([])
    const signature = await service.devnet.account(OWNER).signTypedData(typedData)
    const signed = concat([mandate.prefix as Hex, signature, mandate.suffix as Hex])
    const state = (await (await service.get(`/api/mandates?mandate=${signed}`)).json()) as Body
    expect(state).toMatchObject({ status: 'active', actions: ['liquidity'], trades: { used: 0, left: 3 } })
  }
})

test.each([
  ['nothing listed', () => [], {}, /^liquidity is required for the action liquidity/],
  ['an action that is not named', () => [item()], { actions: ['claim'] }, /^actions must name liquidity/],
  ['a position of a stranger', () => [item()], { stranger: true }, /must name positions of 0x/],
  ['a position that does not exist', () => [item({ tokenId: '99999' })], {}, /position 99999, which does not exist/],
  [
    'claims of v4 positions that do not exist',
    () => [{ action: 'claimMany', protocol: 'V4', tokenIds: ['0', '99999'] }],
    {},
    /names position \d+, which does not exist/,
  ],
  ['a deposit without an amount', () => [item({ action: 'increase' })], {}, /needs amount0PerTrade for increase in V3/],
  ['no position', () => [item({ tokenId: undefined })], {}, /needs tokenId for decrease in V3/],
  ['fees of v3', () => [item({ action: 'claim' })], {}, /cannot include claim for V3: send the action collect instead/],
  ['ETH in v3', () => [item({ token0Address: zeroAddress })], {}, /must name the wrapped token in place of ETH/],
  [
    'other tokens than the position has',
    () => [
      item({ action: 'increase', token1Address: `0x${'ff'.repeat(20)}`, amount0PerTrade: '1', amount1PerTrade: '1' }),
    ],
    {},
    /must name the tokens 0x.* which the call takes/,
  ],
  [
    'a pair that does not exist',
    () => [item({ protocol: 'V2', token1Address: `0x${'ff'.repeat(20)}`, sharesPerTrade: '1' })],
    {},
    /must name the two tokens of a V2 pair that exists/,
  ],
] as const)('is refused: %s', async (_, list, { stranger, ...changed }: Body, message) => {
  const { status, body } = await prepare(list() as Body[], {
    ...changed,
    ...(stranger && { owner: address(STRANGER) }),
  })
  expect([status, body['message']]).toEqual([400, expect.stringMatching(message)])
})

test('the whole service builds a withdrawal under the mandate', async () => {
  const { body } = await prepare([item()])
  const [{ typedData, mandate }] = body['delegations']
  const signature = await service.devnet.account(OWNER).signTypedData(typedData)
  const signed = concat([mandate.prefix as Hex, signature, mandate.suffix as Hex])
  const request = { walletAddress: address(OWNER), chainId: 4663, protocol: 'V3', ...tokens, mandate: signed }
  const more = { nftTokenId: String(POSITION), liquidityPercentageToDecrease: 10 }
  const { key } = await signIn(service.post, service.baseUrl)
  const response = await service.post('/lp/decrease', { ...request, ...more }, { 'x-api-key': key })
  const { decrease } = (await response.json()) as Body
  expect(decrease).toMatchObject({ from: address(AGENT) })
  const { to, data, gasLimit } = decrease
  expect((await service.devnet.submit(AGENT, { to, data, gas: BigInt(gasLimit) })).status).toBe('success')
})
