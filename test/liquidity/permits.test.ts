import {
  type Address,
  encodeDeployData,
  type Hex,
  parseAbi,
  parseSignature,
  parseUnits,
  serializeCompactSignature,
  signatureToCompactSignature,
} from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decode } from '#liquidity/calldata/decode.ts'
import { compileWallets } from '../setup/chain/contractWallets.ts'
import { type Body, signable, startTestLp, type TestLp } from '../setup/liquidity/lp.ts'

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

const ACCOUNT = 6
const chainId = 4663
const address = (symbol: string) => lp.devnet.token(symbol).address
const contracts = () => lp.devnet.description.contracts
const wallet = () => lp.devnet.account(ACCOUNT).address
const stranger = '0x00000000000000000000000000000000000000AA'

function lpTokens() {
  return [
    { tokenAddress: address('DUSD'), amount: parseUnits('100', 6).toString() },
    { tokenAddress: address('MOON'), amount: parseUnits('300', 18).toString() },
  ]
}

async function permitted(account = ACCOUNT, owner: Address = lp.devnet.account(account).address) {
  const approval = await lp.ok('/lp/check_approval', {
    walletAddress: owner,
    protocol: 'V4',
    chainId,
    lpTokens: lpTokens(),
    action: 'CREATE',
  })
  const permit = approval.v4BatchPermitData
  return { approval, permit, signature: await lp.devnet.account(account).signTypedData(signable(permit)) }
}

function creation(extra: object = {}) {
  const pool = lp.devnet.pool('V4', ['MOON', 'DUSD'], { fee: 3000 })
  return {
    walletAddress: wallet(),
    chainId,
    protocol: 'V4',
    existingPool: { token0Address: pool.token0, token1Address: pool.token1, poolReference: pool.reference },
    independentToken: lpTokens()[0],
    tickBounds: { tickLower: -887220, tickUpper: 887220 },
    ...extra,
  }
}

const namesOf = (data: Hex) => decode(data).map(({ name }) => name)

describe('a good permit', () => {
  test('is put before the mint, as it came or made ready to sign', async () => {
    const { approval, permit, signature } = await permitted()
    const { types, domain, message } = signable(permit)
    const ready = { domain, types, values: message }
    for (const batchPermitData of [permit, ready, { ...ready, types: undefined }]) {
      const { create } = await lp.ok('/lp/create', creation({ batchPermitData, signature }))
      expect(namesOf(create.data)).toEqual(['permitBatch', 'modifyLiquidities', 'MINT_POSITION', 'SETTLE_PAIR'])
    }
    for (const { transaction } of approval.transactions) await lp.send(ACCOUNT, transaction)
    const { create } = await lp.ok('/lp/create', creation({ batchPermitData: permit, signature }))
    await lp.send(ACCOUNT, create)
  })

  test('may carry a compact signature', async () => {
    const { approval, permit, signature } = await permitted()
    for (const { transaction } of approval.transactions) await lp.send(ACCOUNT, transaction)
    const compact = serializeCompactSignature(signatureToCompactSignature(parseSignature(signature)))
    const { create } = await lp.ok('/lp/create', creation({ batchPermitData: permit, signature: compact }))
    await lp.send(ACCOUNT, create)
  })

  test('may count its recovery bit from 0, which Permit2 does not', async () => {
    const { approval, permit, signature } = await permitted()
    for (const { transaction } of approval.transactions) await lp.send(ACCOUNT, transaction)
    const { yParity } = parseSignature(signature)
    const { create } = await lp.ok(
      '/lp/create',
      creation({ batchPermitData: permit, signature: `${signature.slice(0, 130)}0${yParity}` }),
    )
    await lp.send(ACCOUNT, create)
  })

  test('of an account that delegates to code is asked of that code, as Permit2 will', async () => {
    const { approval, permit, signature } = await permitted()
    for (const { transaction } of approval.transactions) await lp.send(ACCOUNT, transaction)
    const { OwnedWallet } = compileWallets()
    const delegate = async (contractAddress: Address) => {
      const authorization = await lp.devnet.wallet(ACCOUNT).signAuthorization({ contractAddress, executor: 'self' })
      const hash = await lp.devnet
        .wallet(ACCOUNT)
        .sendTransaction({ to: stranger, gas: 100_000n, authorizationList: [authorization] } as never)
      await lp.devnet.client.waitForTransactionReceipt({ hash })
    }
    const deploying = await lp.devnet
      .wallet(ACCOUNT)
      .sendTransaction({ data: encodeDeployData({ ...OwnedWallet, args: [wallet()] }) } as never)
    const { contractAddress } = await lp.devnet.client.waitForTransactionReceipt({ hash: deploying })
    await delegate(address('DUSD'))
    const refused = await lp.post('/lp/create', creation({ batchPermitData: permit, signature }))
    expect(refused).toMatchObject({ status: 400, body: { code: 'failed_precondition' } })
    expect(refused.body.message).toMatch(/signature is not 0x.*'s signature of batchPermitData/)
    await delegate(contractAddress as Address)
    const { create } = await lp.ok('/lp/create', creation({ batchPermitData: permit, signature }))
    await lp.send(ACCOUNT, create)
  })

  test('of a contract wallet is asked of the wallet itself', async () => {
    const { OwnedWallet } = compileWallets()
    const owner = lp.devnet.account(ACCOUNT).address
    const data = encodeDeployData({ ...OwnedWallet, args: [owner] })
    const hash = await lp.devnet.wallet(ACCOUNT).sendTransaction({ data } as never)
    const { contractAddress } = await lp.devnet.client.waitForTransactionReceipt({ hash })
    const contract = contractAddress as Address
    const mint = parseAbi(['function mint(address to, uint256 amount)'])
    for (const { tokenAddress, amount } of lpTokens()) {
      const minted = await lp.devnet.wallet(ACCOUNT).writeContract({
        address: tokenAddress,
        abi: mint,
        functionName: 'mint',
        args: [contract, BigInt(amount) * 2n],
      })
      await lp.devnet.client.waitForTransactionReceipt({ hash: minted })
    }
    const { permit, signature } = await permitted(ACCOUNT, contract)
    const { create } = await lp.ok(
      '/lp/create',
      creation({ walletAddress: contract, batchPermitData: permit, signature }),
    )
    expect(namesOf(create.data)).toContain('permitBatch')
    const stranger = await lp.devnet.account(1).signTypedData(signable(permit))
    const refused = await lp.post(
      '/lp/create',
      creation({ walletAddress: contract, batchPermitData: permit, signature: stranger }),
    )
    expect(refused).toMatchObject({ status: 400, body: { code: 'failed_precondition' } })
  })

  test('is included while /lp/check_approval asks for it: an allowance about to expire does not replace it', async () => {
    const { approval } = await permitted()
    for (const { transaction } of approval.transactions) await lp.send(ACCOUNT, transaction)
    const abi = parseAbi(['function approve(address token, address spender, uint160 amount, uint48 expiration)'])
    const soon = Math.floor(Date.now() / 1000) + 600
    for (const { tokenAddress, amount } of lpTokens()) {
      const args = [tokenAddress, contracts().v4PositionManager, BigInt(amount) * 2n, soon] as const
      const hash = await lp.devnet
        .wallet(ACCOUNT)
        .writeContract({ address: contracts().permit2, abi, functionName: 'approve', args })
      await lp.devnet.client.waitForTransactionReceipt({ hash })
    }
    const { permit, signature } = await permitted()
    const { create } = await lp.ok('/lp/create', creation({ batchPermitData: permit, signature }))
    expect(namesOf(create.data)).toContain('permitBatch')
  })

  test('is left out when the wallet’s allowances suffice without it, as after a third party submitted it', async () => {
    const { approval, permit, signature } = await permitted()
    for (const { transaction } of approval.transactions) await lp.send(ACCOUNT, transaction)
    const abi = parseAbi([
      'struct Details { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
      'struct Batch { Details[] details; address spender; uint256 sigDeadline; }',
      'function permit(address owner, Batch batch, bytes signature)',
    ])
    const { details, spender, sigDeadline } = permit.values
    const batch = {
      details: details.map(({ token, amount, expiration, nonce }: Body) => ({
        token,
        amount: BigInt(amount),
        expiration: Number(expiration),
        nonce: Number(nonce),
      })),
      spender,
      sigDeadline: BigInt(sigDeadline),
    }
    const hash = await lp.devnet
      .wallet(9)
      .writeContract({ address: contracts().permit2, abi, functionName: 'permit', args: [wallet(), batch, signature] })
    await lp.devnet.client.waitForTransactionReceipt({ hash })
    const { create, simulation } = await lp.ok(
      '/lp/create',
      creation({ batchPermitData: permit, signature, simulateTransaction: true }),
    )
    expect(namesOf(create.data)).not.toContain('permitBatch')
    expect(simulation).toEqual({ ok: true })
  })
})

describe('a permit that would fail is refused before anything is built', () => {
  type Spoil = (permit: Body) => Body
  const values =
    (change: object): Spoil =>
    (permit) => ({ ...permit, values: { ...permit.values, ...change } })
  const detail =
    (change: (own: Body) => object): Spoil =>
    (permit) =>
      values({ details: permit.values.details.map((own: Body) => ({ ...own, ...change(own) })) })(permit)

  test.each<[string, Spoil, RegExp]>([
    ['another spender', values({ spender: stranger }), /names the spender 0x0*AA, not 0xb1a8/],
    ['a past signature deadline', values({ sigDeadline: '1600000000' }), /past its sigDeadline/],
    ['an expired allowance', detail(() => ({ expiration: '1600000000' })), /has expired for/],
    ['a used nonce', detail(() => ({ nonce: '5' })), /has nonce 5 for .* whose next nonce is 0/],
    ['too small an amount', detail(() => ({ amount: '1' })), /allows 1 of .* but .* is needed/],
    [
      'another token',
      detail(({ token }) => (token === address('MOON') ? { token: address('USDX') } : {})),
      /does not cover/,
    ],
    [
      'another chain',
      (permit) => ({ ...permit, domain: { ...permit.domain, chainId: 'BASE' } }),
      /is for chain BASE, not ROBINHOOD/,
    ],
    [
      'another Permit2',
      (permit) => ({ ...permit, domain: { ...permit.domain, verifyingContract: stranger } }),
      /as Permit2, not 0x0000/,
    ],
  ])('%s', async (_name, spoil, message) => {
    const { permit } = await permitted()
    const spoiled = spoil(permit)
    const signature = await lp.devnet.account(ACCOUNT).signTypedData(signable(spoiled))
    const answer = await lp.post('/lp/create', creation({ batchPermitData: spoiled, signature }))
    expect(answer).toMatchObject({ status: 400, body: { code: 'failed_precondition' } })
    expect(answer.body.message).toMatch(message)
    expect(answer.body.message).toMatch(/Call \/lp\/check_approval again/)
  })

  test.each([
    ['another signer', async (permit: Body) => lp.devnet.account(2).signTypedData(signable(permit))],
    ['a signature of something else', async () => lp.devnet.account(ACCOUNT).signMessage({ message: 'hello' })],
    ['bytes that are not a signature', async (): Promise<Hex> => `0x${'00'.repeat(65)}`],
  ])('%s', async (_name, sign) => {
    const { permit } = await permitted()
    const answer = await lp.post('/lp/create', creation({ batchPermitData: permit, signature: await sign(permit) }))
    expect(answer).toMatchObject({ status: 400, body: { code: 'failed_precondition' } })
    expect(answer.body.message).toMatch(/signature is not 0x.*'s signature of batchPermitData/)
  })

  test('also on increase, under the name it has there', async () => {
    const { permit, signature } = await permitted(0)
    const pool = lp.devnet.pool('V4', ['MOON', 'DUSD'], { fee: 3000 })
    const { body } = await lp.get(`/api/liquidity/positions?owner=${lp.devnet.account(0).address}&chainId=${chainId}`)
    const position = body.positions.find(({ poolReference }: Body) => poolReference === pool.reference)
    const request = {
      walletAddress: lp.devnet.account(0).address,
      chainId,
      protocol: 'V4',
      token0Address: pool.token0,
      token1Address: pool.token1,
      nftTokenId: position.tokenId,
      independentToken: lpTokens()[0],
      signature,
    }
    const { increase } = await lp.ok('/lp/increase', { ...request, v4BatchPermitData: permit })
    expect(namesOf(increase.data)).toEqual([
      'permitBatch',
      'modifyLiquidities',
      'INCREASE_LIQUIDITY',
      'CLOSE_CURRENCY',
      'CLOSE_CURRENCY',
    ])
    const spoiled = { ...permit, values: { ...permit.values, sigDeadline: '1' } }
    const refused = await lp.post('/lp/increase', { ...request, v4BatchPermitData: spoiled })
    expect(refused.body.message).toMatch(/^v4BatchPermitData is past/)
  })
})
