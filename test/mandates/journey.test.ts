import { type Address, concat, encodeFunctionData, erc20Abi, type Hex, parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import type { Body } from '../setup/liquidity/lp.ts'
import { AGENT, launchToken, OWNER, STRANGER } from '../setup/mandates/mandate.ts'
import { startTestService, type TestService } from '../setup/service.ts'

const DAY = 86_400
const wei = (eth: string) => String(parseEther(eth))

let service: TestService
let token: Address
let snapshot: Hex
const address = (index: number) => service.devnet.account(index).address
beforeAll(async () => {
  service = await startTestService()
  token = await launchToken(service.devnet)
})
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(async () => {
  snapshot = await service.devnet.snapshot()
})
afterEach(() => service.devnet.revert(snapshot))

async function now(): Promise<number> {
  return Number((await service.devnet.client.getBlock()).timestamp)
}

async function post(path: string, body: Body): Promise<{ status: number; body: Body }> {
  const response = await service.post(path, body)
  return { status: response.status, body: (await response.json()) as Body }
}

async function prepared(policy: Body): Promise<Body> {
  const asked = { owner: address(OWNER), agent: address(AGENT), until: (await now()) + 7 * DAY, ...policy }
  const { status, body } = await post('/api/mandates/prepare', asked)
  expect({ status, message: body['message'] }).toEqual({ status: 200, message: undefined })
  return body
}

/** The owner signs the typed data as it comes, and joins the parts as documented. */
async function signed({ typedData, mandate }: Body): Promise<Hex> {
  const signature = await service.devnet.account(OWNER).signTypedData(typedData)
  return concat([mandate.prefix as Hex, signature, mandate.suffix as Hex])
}

/** The agent sends the owner's authorization in a transaction of type 4. */
async function authorize({ authorization }: Body): Promise<void> {
  const list = await service.devnet
    .wallet(OWNER)
    .signAuthorization({ contractAddress: authorization.address, nonce: Number(authorization.nonce) })
  const agent = service.devnet.wallet(AGENT)
  const hash = await agent.sendTransaction({ to: address(OWNER), authorizationList: [list], gas: 100_000n })
  await agent.waitForTransactionReceipt({ hash })
}

const read = async (mandate: Hex) => (await (await service.get(`/api/mandates?mandate=${mandate}`)).json()) as Body
const sendAs = (index: number, { to, data, value, gasLimit }: Body) =>
  service.devnet.submit(index, { to, data, value: BigInt(value), ...(gasLimit && { gas: BigInt(gasLimit) }) })
const buy = (mandate: Hex, value = wei('0.2')) =>
  post('/api/launchpad/prepare', { action: 'buy', from: address(OWNER), token, value, mandate })
const tokensOf = (account: Address) =>
  service.devnet.client.readContract({ abi: erc20Abi, address: token, functionName: 'balanceOf', args: [account] })

async function granted(policy: Body): Promise<Hex> {
  const answer = await prepared(policy)
  await authorize(answer)
  return signed(answer['delegations'][0])
}

describe('a mandate for buys', () => {
  const POLICY = { actions: ['buy'], ethPerDay: wei('1'), ethPerTrade: wei('0.2') }

  test('shows the revocation first, then the worst case, then what to sign', async () => {
    const answer = await prepared({ ...POLICY, trades: 10 })
    const keys = Object.keys(answer)
    expect(keys.indexOf('revokeAll')).toBeLessThan(keys.indexOf('worstCase'))
    expect(keys.indexOf('worstCase')).toBeLessThan(keys.indexOf('delegations'))
    expect(answer['worstCase']).toMatchObject({ ethPerTrade: wei('0.2'), ethPerDay: wei('1'), eth: wei('2') })
    expect(answer['authorization']).toMatchObject({ address: FRAMEWORK.EIP7702StatelessDeleGator, chainId: 4663 })
    const [delegation] = answer['delegations']
    expect(delegation.meaning[0]).toBe(
      'Worst case: the agent spends 2 ETH in all on tokens that turn out to be worth nothing.',
    )
  })

  test('is used twice, refused by the service and by the chain, and goes on the next day', async () => {
    const mandate = await granted(POLICY)
    expect(await read(mandate)).toMatchObject({ status: 'active', ethLeftToday: wei('0.5'), trades: { used: 0 } })
    const before = await tokensOf(address(OWNER))
    for (const _ of [1, 2]) {
      const { body } = await buy(mandate)
      expect(body['transaction']).toMatchObject({
        from: address(AGENT),
        to: FRAMEWORK.DelegationManager,
        value: '0x00',
      })
      expect((await sendAs(AGENT, body['transaction'])).status).toBe('success')
    }
    expect(await tokensOf(address(OWNER))).toBeGreaterThan(before)
    expect(await tokensOf(address(AGENT))).toBe(0n)
    const { status, body } = await buy(mandate)
    expect(status).toBe(400)
    expect(body['message']).toMatch(
      /^0.1 ETH are left of the budget until .*, and 0.2 ETH are needed: send less, or wait\.$/,
    )
    const state = await read(mandate)
    expect(state).toMatchObject({ ethLeftToday: wei('0.1'), trades: { used: 2, left: 98 } })
    await service.devnet.setNextTimestamp(BigInt(state['dayEndsAt']))
    await service.devnet.mine()
    const next = await buy(mandate)
    expect((await sendAs(AGENT, next.body['transaction'])).status).toBe('success')
  })

  test('is revoked by one transaction', async () => {
    const mandate = await granted(POLICY)
    const { revoke } = await read(mandate)
    const { body: late } = await buy(mandate)
    expect((await sendAs(OWNER, revoke.transaction)).status).toBe('success')
    expect(await read(mandate)).toMatchObject({ status: 'revoked' })
    expect((await sendAs(AGENT, late['transaction'])).status).toBe('reverted')
    expect((await buy(mandate)).body).toMatchObject({ code: 'failed_precondition' })
  })

  test('ends with all others when the owner revokes everything', async () => {
    const answer = await prepared(POLICY)
    await authorize(answer)
    const mandate = await signed(answer['delegations'][0])
    expect((await sendAs(OWNER, answer['revokeAll'].transaction)).status).toBe('success')
    expect(await read(mandate)).toMatchObject({ status: 'revoked' })
  })

  test('says why it cannot be used: no authorization, expired, all used', async () => {
    const unauthorized = await signed((await prepared(POLICY))['delegations'][0])
    expect(await read(unauthorized)).toMatchObject({ status: 'undelegated' })
    expect((await buy(unauthorized)).body['message']).toContain('has no code that obeys mandates')
    const once = await granted({ ...POLICY, trades: 1 })
    await sendAs(AGENT, (await buy(once)).body['transaction'])
    expect(await read(once)).toMatchObject({ status: 'used' })
    const short = await signed((await prepared({ ...POLICY, until: (await now()) + 60 }))['delegations'][0])
    await service.devnet.setNextTimestamp(BigInt((await now()) + 60))
    await service.devnet.mine()
    expect(await read(short)).toMatchObject({ status: 'expired' })
  })
})

describe('a call that a mandate does not cover is refused before it is built', () => {
  const POLICY = { actions: ['buy'], ethPerDay: wei('1'), ethPerTrade: wei('0.2') }
  const prepare = (mandate: Hex, body: Body) =>
    post('/api/launchpad/prepare', { from: address(OWNER), token, mandate, ...body })

  test.each([
    ['more than a trade', { action: 'buy', value: wei('0.3') }, /0.3 ETH is more than the 0.2 ETH of one trade/],
    ['a recipient', { action: 'buy', value: wei('0.1'), deadline: 4_000_000_000 }, /leave out recipient, deadline/],
    ['a sale', { action: 'sell', amount: wei('1') }, /covers buy, not sell/],
    ['a claim', { action: 'claim' }, /covers buy, not claim/],
    ['an approval', { action: 'approve', amount: '1' }, /the mandate covers .* alone/],
  ])('%s', async (_, body, message) => {
    const mandate = await granted(POLICY)
    expect(await prepare(mandate, body)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(message) },
    })
  })

  test('another owner, another signer and something else than a mandate', async () => {
    const mandate = await granted(POLICY)
    const trade = { action: 'buy', value: wei('0.1') }
    const asStranger = await prepare(mandate, { ...trade, from: address(STRANGER) })
    expect(asStranger.body['message']).toContain('The mandate is one of')
    const forged = concat([mandate.slice(0, -192) as Hex, `0x${'11'.repeat(65)}${'00'.repeat(31)}`])
    expect((await prepare(forged, trade)).body['message']).toContain('must be signed by its owner')
    expect((await read(forged))['message']).toContain('must be signed by its owner')
    expect((await prepare('0x1234', trade)).body['message']).toContain('must be one signed delegation')
  })
})

test('sales of one token, with a minimum, and claims', async () => {
  const { delegations, ...answer } = await prepared({
    actions: ['sell', 'claim'],
    tokens: [{ token, amountPerTrade: wei('1000'), ethPerTradeMin: '1' }],
  })
  await authorize(answer)
  const [selling, claiming] = await Promise.all(delegations.map(signed))
  const request = { from: address(OWNER), token }
  const before = await tokensOf(address(OWNER))
  const sale = await post('/api/launchpad/prepare', {
    ...request,
    action: 'sell',
    amount: wei('1000'),
    mandate: selling,
  })
  expect((await sendAs(AGENT, sale.body['transaction'])).status).toBe('success')
  expect(await tokensOf(address(OWNER))).toBe(before - parseEther('1000'))
  const claim = await post('/api/launchpad/prepare', { ...request, action: 'claim', mandate: claiming })
  expect((await sendAs(AGENT, claim.body['transaction'])).status).toBe('success')
  const above = { ...request, action: 'sell', amount: wei('1001'), mandate: selling }
  expect((await post('/api/launchpad/prepare', above)).body['message']).toContain('send a smaller amount')
})

test('a sale is refused before it is built while the owner holds less than the amount of a trade', async () => {
  const held = await tokensOf(address(OWNER))
  const selling = await granted({ actions: ['sell'], tokens: [{ token, amountPerTrade: String(held + 1n) }] })
  const sale = { action: 'sell', from: address(OWNER), token, amount: '1000000000000000000', mandate: selling }
  const { status, body } = await post('/api/launchpad/prepare', sale)
  expect({ status, message: body['message'] }).toEqual({
    status: 400,
    message: expect.stringMatching(/holds \d+ units of .* fewer than the \d+ of one trade/),
  })
})

test('a plain launch in the name of the owner', async () => {
  const mandate = await granted({ actions: ['launch'], ethPerDay: wei('1') })
  const request = {
    action: 'create',
    from: address(OWNER),
    name: 'By an agent',
    symbol: 'AGENT',
    value: wei('0.1'),
    mandate,
  }
  const { status, body } = await post('/api/launchpad/prepare', request)
  expect({ status, message: body['message'] }).toEqual({ status: 200, message: undefined })
  expect((await sendAs(AGENT, body['transaction'])).status).toBe('success')
  const withOptions = await post('/api/launchpad/prepare', { ...request, feeHolder: address(AGENT) })
  expect(withOptions.body['message']).toContain('the options of a launch')
})

test.each([
  [{ actions: [] }, 'actions'],
  [{ actions: ['buy'] }, 'ethPerDay'],
  [{ actions: ['buy'], ethPerDay: '10', ethPerTrade: '6' }, 'ethPerTrade'],
  [{ actions: ['buy', 'launch'], ethPerDay: '10', buyToken: FRAMEWORK.NonceEnforcer }, 'buyToken'],
  [{ actions: ['sell'] }, 'tokens'],
  [{ actions: ['claim'], ethPerDay: '10' }, 'actions'],
  [{ actions: ['claim'], until: 1 }, 'until'],
  [{ actions: ['claim'], until: 4_000_000_000 }, 'until'],
  [{ actions: ['transfer'] }, 'actions'],
])('refuses the policy %j and names %s', async (policy, field) => {
  const until = (await now()) + DAY
  const body = { owner: address(OWNER), agent: address(AGENT), until, ...policy }
  const answer = await post('/api/mandates/prepare', body)
  expect(answer.status).toBe(400)
  expect(answer.body['message']).toMatch(new RegExp(`^${field}`))
})

describe('a second reading', () => {
  test('explains the delegation, the redemption and the revocations', async () => {
    const answer = await prepared({ actions: ['buy'], ethPerDay: wei('1'), ethPerTrade: wei('0.2') })
    await authorize(answer)
    const [delegation] = answer['delegations']
    const explain = (body: Body) => post('/api/explain', { chainId: 4663, ...body })
    const message = await explain({ from: address(OWNER), typedData: delegation.typedData })
    expect(message.body).toMatchObject({ known: true, warnings: [] })
    expect(message.body['summary']).toContain('At most 0.5 ETH in each 86400 seconds')
    expect(message.body['summary']).toContain('can call only these functions: buy')
    const { body } = await buy(await signed(delegation))
    const redemption = await explain({ from: address(AGENT), transaction: body['transaction'] })
    expect(redemption.body).toMatchObject({ known: true, limits: { pay: [], receive: [] } })
    expect(redemption.body['summary']).toContain(`Acts on behalf of ${address(OWNER)}`)
    for (const { transaction } of [answer['revokeAll'], delegation.revoke]) {
      const revocation = await explain({ from: address(OWNER), transaction })
      expect(revocation.body).toMatchObject({ known: true, warnings: [] })
    }
  })

  test('warns of a delegation without limits, and does not know foreign caveats', async () => {
    const [{ typedData }] = (await prepared({ actions: ['claim'] }))['delegations']
    const withCaveats = (caveats: Body[]) => ({
      chainId: 4663,
      from: address(OWNER),
      typedData: { ...typedData, message: { ...typedData.message, caveats } },
    })
    const wide = await post('/api/explain', withCaveats([]))
    expect(wide.body['warnings'].map(({ code }: Body) => code)).toContain('WIDE_MANDATE')
    const foreign = await post('/api/explain', withCaveats([{ enforcer: address(STRANGER), terms: '0x' }]))
    expect(foreign.body).toMatchObject({ known: false })
  })
})

test('no mandate, signature or key is stored or logged', async () => {
  const mandate = await granted({ actions: ['buy'], ethPerDay: wei('1') })
  await read(mandate)
  await buy(mandate, wei('0.1'))
  expect(service.logged.filter((line) => line.includes(mandate.slice(-192, -64)))).toEqual([])
})

test('the calldata of a redemption holds exactly the call of the owner', async () => {
  const mandate = await granted({ actions: ['buy'], ethPerDay: wei('1') })
  const { body } = await buy(mandate, wei('0.1'))
  const plain = await post('/api/launchpad/prepare', { action: 'buy', from: address(OWNER), token, value: wei('0.1') })
  expect(body['transaction'].data).toContain(plain.body['transaction'].data.slice(2, 74))
  expect(encodeFunctionData({ abi: launchpadAbi, functionName: 'buy', args: [token, 0n] }).slice(0, 74)).toBe(
    plain.body['transaction'].data.slice(0, 74),
  )
})
