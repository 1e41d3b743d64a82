import { type Address, erc20Abi, maxUint256, parseAbi, parseUnits, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decode } from '#liquidity/calldata/decode.ts'
import { type Body, signable, startTestLp, type TestLp } from '../setup/liquidity/lp.ts'

let lp: TestLp
beforeAll(async () => {
  lp = await startTestLp()
})
afterAll(() => lp[Symbol.asyncDispose]())

const chainId = 4663
const stranger = '0x00000000000000000000000000000000000000AA'
const address = (symbol: string) => lp.devnet.token(symbol).address
const contracts = () => lp.devnet.description.contracts
const units = (symbol: string, whole: string) => ({
  tokenAddress: symbol === 'ETH' ? zeroAddress : address(symbol),
  amount: parseUnits(whole, symbol === 'ETH' ? 18 : lp.devnet.token(symbol).decimals).toString(),
})

type Wanted = { protocol: string; action: string; tokens: [string, string][]; [extra: string]: unknown }

function ask(account: number, { tokens, ...rest }: Wanted): Promise<Body> {
  const lpTokens = tokens.map(([symbol, whole]) => units(symbol, whole))
  return lp.ok('/lp/check_approval', { walletAddress: lp.devnet.account(account).address, chainId, lpTokens, ...rest })
}

/** Which calls the answer asks for, in order. */
function calls({ transactions }: Body) {
  return transactions.map(({ transaction, cancelApproval }: Body) => {
    const [call] = decode(transaction.data)
    return { to: transaction.to, cancelApproval, name: call?.name, ...call?.args }
  })
}

describe('limits of spending', () => {
  const both: [string, string][] = [
    ['MOON', '100'],
    ['DUSD', '200'],
  ]

  test.each([
    ['V2', 'CREATE', 'v2Router'],
    ['V2', 'INCREASE', 'v2Router'],
    ['V3', 'CREATE', 'v3PositionManager'],
    ['V3', 'INCREASE', 'v3PositionManager'],
    ['V4', 'CREATE', 'permit2'],
    ['V4', 'INCREASE', 'permit2'],
  ] as const)('%s %s approves each token for %s, the amount and five percent', async (protocol, action, spender) => {
    const answer = await ask(1, { protocol, action, tokens: both })
    expect(calls(answer)).toEqual(
      both.map(([symbol, whole]) => ({
        to: address(symbol),
        cancelApproval: false,
        name: 'approve',
        spender: contracts()[spender].toLowerCase(),
        amount: (BigInt(units(symbol, whole).amount) * 105n) / 100n,
      })),
    )
    expect(answer.transactions.every(({ action: own }: Body) => own === action)).toBe(true)
    expect(answer.v4BatchPermitData !== undefined).toBe(protocol === 'V4')
    expect(answer.kycRequiredWarnings).toEqual([])
  })

  test.each([['V3'], ['V4']])('%s DECREASE needs nothing', async (protocol) => {
    const answer = await ask(1, { protocol, action: 'DECREASE', tokens: both })
    expect(answer.transactions).toEqual([])
    expect(answer).not.toHaveProperty('v4BatchPermitData')
  })

  test.each([
    ['DECREASE', 'v2Router'],
    ['MIGRATE', 'v3Migrator'],
  ] as const)('V2 %s approves the pair token for %s: exactly what the wallet has', async (action, spender) => {
    const pair = lp.devnet.pool('V2', ['MOON', 'DUSD']).reference as Address
    const wallet = lp.devnet.account(0).address
    const nothing: [string, string][] = [
      ['MOON', '0'],
      ['DUSD', '0'],
    ]
    const answer = await ask(0, { protocol: 'V2', action, tokens: nothing })
    const liquidity = await lp.balance(pair, wallet)
    expect(calls(answer)).toEqual([
      {
        to: pair,
        cancelApproval: false,
        name: 'approve',
        spender: contracts()[spender].toLowerCase(),
        amount: liquidity,
      },
    ])
    await lp.approve(0, answer)
    expect((await ask(0, { protocol: 'V2', action, tokens: nothing })).transactions).toEqual([])
  })

  test('native ETH needs no approval and no permit', async () => {
    const v3 = await ask(2, { protocol: 'V3', action: 'CREATE', tokens: [['ETH', '1']] })
    const v4 = await ask(2, { protocol: 'V4', action: 'CREATE', tokens: [['ETH', '1']] })
    for (const answer of [v3, v4]) expect(answer).toMatchObject({ transactions: [], kycRequiredWarnings: [] })
    expect(v4).not.toHaveProperty('v4BatchPermitData')
  })

  test('an allowance without limit is given only where it is asked for', async () => {
    const lpTokens = [{ tokenAddress: address('DUSD'), amount: maxUint256.toString() }]
    const request = { walletAddress: lp.devnet.account(2).address, chainId, lpTokens, action: 'CREATE' }
    const v3 = await lp.ok('/lp/check_approval', { ...request, protocol: 'V3' })
    expect(calls(v3)).toMatchObject([{ amount: maxUint256 }])
    const { v4BatchPermitData: permit } = await lp.ok('/lp/check_approval', { ...request, protocol: 'V4' })
    expect(permit.values.details[0].amount).toBe(((1n << 160n) - 1n).toString())
  })

  test('a zero amount needs no approval', async () => {
    expect(await ask(2, { protocol: 'V3', action: 'CREATE', tokens: [['DUSD', '0']] })).toMatchObject({
      transactions: [],
    })
  })
})

describe('a token that refuses to replace an allowance', () => {
  test('has the old one cancelled first, and a well-behaved one has not', async () => {
    for (const symbol of ['USDX', 'DUSD']) {
      const { spender } = { spender: contracts().v3PositionManager }
      await lp.devnet.client.waitForTransactionReceipt({
        hash: await lp.devnet
          .wallet(3)
          .writeContract({ address: address(symbol), abi: erc20Abi, functionName: 'approve', args: [spender, 5n] }),
      })
      const answer = await ask(3, { protocol: 'V3', action: 'CREATE', tokens: [[symbol, '10']], includeGasInfo: true })
      expect(calls(answer).map(({ cancelApproval, amount }: Body) => [cancelApproval, amount])).toEqual([
        ...(symbol === 'USDX' ? [[true, 0n]] : []),
        [false, 10_500_000n],
      ])
      for (const { gasFee } of answer.transactions) expect(BigInt(gasFee)).toBeGreaterThan(0n)
      await lp.approve(3, answer)
      expect((await ask(3, { protocol: 'V3', action: 'CREATE', tokens: [[symbol, '10']] })).transactions).toEqual([])
    }
  })
})

describe('Permit2', () => {
  const moon: [string, string][] = [['MOON', '50']]

  test('the permit is in the proto-encoded shape', async () => {
    const { v4BatchPermitData: permit } = await ask(4, {
      protocol: 'V4',
      action: 'CREATE',
      tokens: [...moon, ['DUSD', '7']],
    })
    expect(permit.domain).toEqual({ name: 'Permit2', chainId: 'ROBINHOOD', verifyingContract: contracts().permit2 })
    expect(Object.keys(permit.types)).toEqual(['PermitBatch', 'PermitDetails'])
    expect(permit.types.PermitDetails.fields.map(({ name, type }: Body) => `${type} ${name}`)).toEqual([
      'address token',
      'uint160 amount',
      'uint48 expiration',
      'uint48 nonce',
    ])
    expect(permit.values.spender).toBe(contracts().v4PositionManager)
    expect(permit.values.details.map(({ token, amount, nonce }: Body) => [token, amount, nonce])).toEqual([
      [address('MOON'), parseUnits('52.5', 18).toString(), '0'],
      [address('DUSD'), '7350000', '0'],
    ])
    const seconds = Math.floor(Date.now() / 1000)
    expect(Number(permit.values.sigDeadline) - seconds).toBeLessThanOrEqual(1800)
    expect(Number(permit.values.details[0].expiration) - seconds).toBeGreaterThan(29 * 86_400)
  })

  test('the permit can come as transactions, after which nothing is asked', async () => {
    const wanted = {
      protocol: 'V4',
      action: 'CREATE',
      tokens: moon,
      generatePermitAsTransaction: true,
      simulateTransaction: true,
    }
    const answer = await ask(4, wanted)
    expect(calls(answer).map(({ to, name }: Body) => [to, name])).toEqual([
      [address('MOON'), 'approve'],
      [contracts().permit2, 'permit2Approve'],
    ])
    expect(answer).not.toHaveProperty('v4BatchPermitData')
    for (const { gasFee, transaction } of answer.transactions) {
      expect(BigInt(gasFee)).toBeGreaterThan(0n)
      expect(BigInt(transaction.gasLimit)).toBeGreaterThan(21_000n)
    }
    await lp.approve(4, answer)
    const again = await ask(4, { ...wanted, generatePermitAsTransaction: false })
    expect(again).toMatchObject({ transactions: [], kycRequiredWarnings: [] })
    expect(again).not.toHaveProperty('v4BatchPermitData')
  })

  test('an allowance that is about to end does not count', async () => {
    const abi = parseAbi(['function approve(address token, address spender, uint160 amount, uint48 expiration)'])
    const soon = Math.floor(Date.now() / 1000) + 60
    const args = [address('MOON'), contracts().v4PositionManager, parseUnits('1000', 18), soon] as const
    const hash = await lp.devnet
      .wallet(4)
      .writeContract({ address: contracts().permit2, abi, functionName: 'approve', args })
    await lp.devnet.client.waitForTransactionReceipt({ hash })
    expect(await ask(4, { protocol: 'V4', action: 'CREATE', tokens: moon })).toHaveProperty('v4BatchPermitData')
  })

  test('an unlimited allowance of the token is left alone', async () => {
    const hash = await lp.devnet.wallet(5).writeContract({
      address: address('MOON'),
      abi: erc20Abi,
      functionName: 'approve',
      args: [contracts().permit2, maxUint256],
    })
    await lp.devnet.client.waitForTransactionReceipt({ hash })
    const answer = await ask(5, { protocol: 'V4', action: 'CREATE', tokens: moon })
    expect(answer.transactions).toEqual([])
    expect(answer.v4BatchPermitData.values.details).toHaveLength(1)
  })
})

describe('a v3 position to migrate', () => {
  const nft = parseAbi([
    'function permit(address spender, uint256 tokenId, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
    'function getApproved(uint256) view returns (address)',
  ])
  const migrate = (extra: object = {}) =>
    ask(0, {
      protocol: 'V3',
      action: 'MIGRATE',
      tokens: [
        ['WETH', '0'],
        ['DUSD', '0'],
      ],
      v3NftTokenId: 2,
      ...extra,
    })

  test('comes with a permit that the position manager accepts, after which nothing is asked', async () => {
    const { v3NftPermitData: permit, transactions } = await migrate()
    expect(transactions).toEqual([])
    expect(permit.domain).toEqual({
      name: 'Uniswap V3 Positions NFT-V1',
      version: '1',
      chainId,
      verifyingContract: contracts().v3PositionManager,
    })
    const typed = { ...signable(permit), domain: permit.domain, primaryType: 'Permit' }
    const signature = await lp.devnet.account(0).signTypedData(typed as never)
    const [r, s, v] = [
      signature.slice(0, 66),
      `0x${signature.slice(66, 130)}`,
      Number(`0x${signature.slice(130)}`),
    ] as [`0x${string}`, `0x${string}`, number]
    const { spender, tokenId, deadline } = permit.values
    const hash = await lp.devnet.wallet(7).writeContract({
      address: contracts().v3PositionManager,
      abi: nft,
      functionName: 'permit',
      args: [spender, BigInt(tokenId), BigInt(deadline), v, r, s],
    })
    await lp.devnet.client.waitForTransactionReceipt({ hash })
    expect(
      await lp.devnet.client.readContract({
        address: contracts().v3PositionManager,
        abi: nft,
        functionName: 'getApproved',
        args: [2n],
      }),
    ).toBe(contracts().universalRouter)
    const again = await migrate()
    expect(again.transactions).toEqual([])
    expect(again).not.toHaveProperty('v3NftPermitData')
  })

  test('can be approved by a transaction instead', async () => {
    const [position] = (
      await lp.get(`/api/liquidity/positions?owner=${lp.devnet.account(0).address}&chainId=${chainId}`)
    ).body.positions.slice(1)
    const answer = await migrate({ v3NftTokenId: Number(position.tokenId), generatePermitAsTransaction: true })
    expect(calls(answer)).toEqual([
      {
        to: contracts().v3PositionManager,
        cancelApproval: false,
        name: 'approve',
        spender: contracts().universalRouter.toLowerCase(),
        amount: BigInt(position.tokenId),
      },
    ])
    await lp.approve(0, answer)
    expect(await migrate({ v3NftTokenId: Number(position.tokenId) })).toMatchObject({ transactions: [] })
  })
})

describe('a permissioned token', () => {
  const kyc: [string, string][] = [
    ['KYC', '5'],
    ['DUSD', '5'],
  ]

  test('warns a wallet that is not admitted, with HTTP 200', async () => {
    const lpTokens = kyc.map(([symbol, whole]) => units(symbol, whole))
    const answer = await lp.ok('/lp/check_approval', {
      walletAddress: stranger,
      protocol: 'V4',
      chainId,
      lpTokens,
      action: 'CREATE',
    })
    const tokenAddress = address('KYC')
    const kycUrl = `https://slipway.example/admission/${chainId}/${tokenAddress}`
    expect(answer.kycRequiredWarnings).toEqual([{ kycUrl, tokenAddress, chainId }])
  })

  test('is permitted to the permissioned position manager, without a warning to a wallet that is', async () => {
    const answer = await ask(1, { protocol: 'V4', action: 'CREATE', tokens: kyc })
    expect(answer.kycRequiredWarnings).toEqual([])
    expect(answer.v4BatchPermitData.values.spender).toBe(contracts().v4PermissionedPositionManager)
  })
})

test('a wallet whose code does not implement ERC-1271 gets transactions instead of a permit', async () => {
  const wallet = lp.devnet.account(14).address
  await lp.devnet.client.setCode({ address: wallet, bytecode: '0x00' })
  const answer = await ask(14, { protocol: 'V4', action: 'CREATE', tokens: [['MOON', '5']] })
  expect(answer.v4BatchPermitData).toBeUndefined()
  expect(calls(answer).map(({ name }: Body) => name)).toEqual(['approve', 'permit2Approve'])
})
