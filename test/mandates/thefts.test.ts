import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  maxUint256,
  pad,
  parseAbi,
  parseAbiParameters,
  parseEther,
  toHex,
  zeroAddress,
} from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import { DAY } from '#mandates/rules/caveats.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import type { SellGrant, SpendGrant } from '#mandates/rules/Grant.ts'
import { startTestDevnet, type TestDevnet } from '../setup/chain/devnet.ts'
import { AGENT, type Mandate, OWNER, openMandate, STRANGER, signDelegation } from '../setup/mandates/mandate.ts'

const SPEND: SpendGrant = {
  kind: 'spend',
  actions: ['buy', 'launch'],
  ethPerDay: parseEther('1'),
  ethPerTrade: parseEther('0.2'),
}
const VALUE = parseEther('0.1')
const TOKENS = parseEther('1000')

const accountAbi = parseAbi([
  'struct Execution { address target; uint256 value; bytes callData; }',
  'function execute(Execution execution) payable',
  'function executeFromExecutor(bytes32 mode, bytes executionCalldata) payable',
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
])
const managerAbi = parseAbi([
  'function redeemDelegations(bytes[] permissionContexts, bytes32[] modes, bytes[] executionCallDatas)',
])
const nftAbi = parseAbi([
  'function setApprovalForAll(address operator, bool approved)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
])
const routerAbi = parseAbi(['function execute(bytes commands, bytes[] inputs, uint256 deadline) payable'])
const nonceAbi = parseAbi(['function incrementNonce(address delegationManager)'])
const BATCH = `0x01${'00'.repeat(31)}` as const
const TRY = `0x0001${'00'.repeat(30)}` as const

let devnet: TestDevnet
let mandate: Mandate
let sell: SellGrant
let snapshot: Hex
beforeAll(async () => {
  devnet = await startTestDevnet()
  mandate = await openMandate(devnet)
  sell = { kind: 'sell', token: mandate.token, amountPerTrade: TOKENS, ethPerTradeMin: 0n }
})
afterAll(() => devnet[Symbol.asyncDispose]())
beforeEach(async () => {
  snapshot = await devnet.snapshot()
})
afterEach(() => devnet.revert(snapshot))

const onPad = (functionName: string, args: readonly unknown[], value = 0n): Delegation.Execution => {
  const data = encodeFunctionData({ abi: launchpadAbi, functionName, args } as never)
  return { to: mandate.targets.launchpad, value, data }
}
const buy = (value = VALUE) => onPad('buy', [mandate.token, 0n], value)
const redeeming = (context: Hex, mode: Hex, execution: Hex) =>
  encodeFunctionData({ abi: managerAbi, functionName: 'redeemDelegations', args: [[context], [mode], [execution]] })
const packed = ({ to, value, data }: Delegation.Execution) => concat([to, toHex(value, { size: 32 }), data])

/** The owner's ETH and tokens, and the code of its account. */
async function holdings(): Promise<readonly unknown[]> {
  const { owner, token } = mandate
  return Promise.all([
    devnet.client.getBalance({ address: owner }),
    devnet.client.readContract({ abi: erc20Abi, address: token, functionName: 'balanceOf', args: [owner] }),
    devnet.client.getCode({ address: owner }),
  ])
}

/** The call must revert for this reason, when simulated and when it is mined, and take nothing from the owner. */
async function expectTheft(from: number, data: Hex, reason: string, to: Address = FRAMEWORK.DelegationManager) {
  const before = await holdings()
  expect(await mandate.refusal(devnet.account(from).address, data, to)).toContain(reason)
  expect((await devnet.submit(from, { to, data })).status).toBe('reverted')
  expect(await holdings()).toEqual(before)
}

describe('within the limits of the owner', () => {
  test('the agent buys, launches, sells and claims, and the owner gets all of it', async () => {
    const [spending, selling, claiming] = await Promise.all([
      mandate.sign(SPEND),
      mandate.sign(sell),
      mandate.sign({ kind: 'claim' }),
    ])
    const launch = onPad('createToken', ['Agent made', 'AGNT', 0n], VALUE)
    const sale = onPad('sell', [mandate.token, TOKENS, 0n])
    const claim = onPad('claimCreatorFees', [mandate.token, mandate.owner])
    const [, tokensBefore] = (await holdings()) as [bigint, bigint]
    for (const [signed, execution] of [
      [spending, buy()],
      [spending, launch],
      [selling, sale],
      [claiming, claim],
    ] as const)
      expect((await mandate.redeem(signed, execution)).status).toBe('success')
    const [, tokensAfter] = (await holdings()) as [bigint, bigint]
    expect(tokensAfter).toBeGreaterThan(tokensBefore - TOKENS)
    const ofAgent = { abi: erc20Abi, address: mandate.token, functionName: 'balanceOf', args: [mandate.agent] } as const
    expect(await devnet.client.readContract(ofAgent)).toBe(0n)
  })

  test('our hash of a delegation is the one of the manager', async () => {
    const signed = await mandate.sign(SPEND)
    expect(Delegation.decode(Delegation.encode(signed))).toEqual(signed)
    const caveats = signed.caveats.map((caveat) => ({ ...caveat, args: '0x' as const }))
    const onChain = await devnet.client.readContract({
      abi: Delegation.managerAbi,
      address: FRAMEWORK.DelegationManager,
      functionName: 'getDelegationHash',
      args: [{ ...signed, caveats, authority: toHex(maxUint256) }],
    })
    expect(onChain).toBe(Delegation.hash(signed))
  })
})

describe('twelve thefts', () => {
  test('1. another recipient', async () => {
    const [spending, selling, claiming] = await Promise.all([
      mandate.sign(SPEND),
      mandate.sign(sell),
      mandate.sign({ kind: 'claim' }),
    ])
    const { agent, token } = mandate
    const notAllowed = 'AllowedMethodsEnforcer:method-not-allowed'
    const buyFor = onPad('buyFor', [token, 0n, agent, maxUint256], VALUE)
    await expectTheft(AGENT, Delegation.redeem(spending, buyFor), notAllowed)
    const sellFor = onPad('sellFor', [token, TOKENS, 0n, agent, maxUint256])
    await expectTheft(AGENT, Delegation.redeem(selling, sellFor), notAllowed)
    const claim = onPad('claimCreatorFees', [token, agent])
    await expectTheft(AGENT, Delegation.redeem(claiming, claim), 'AllowedCalldataEnforcer:invalid-calldata')
    const options = {
      metadataURI: '',
      salt: pad('0x'),
      referrer: agent,
      feeHolder: agent,
      openingSeconds: 0,
      lockDays: 0,
    }
    const withOptions = onPad('createTokenWithOptions', ['A', 'A', 0n, options], VALUE)
    await expectTheft(AGENT, Delegation.redeem(spending, withOptions), notAllowed)
  })

  test('2. a transfer out, of tokens or of ETH', async () => {
    const { agent, token } = mandate
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [agent, TOKENS] })
    const outside = 'AllowedTargetsEnforcer:target-address-not-allowed'
    for (const grant of [SPEND, sell]) {
      const signed = await mandate.sign(grant)
      await expectTheft(AGENT, Delegation.redeem(signed, { to: token, value: 0n, data }), outside)
      await expectTheft(AGENT, Delegation.redeem(signed, { to: agent, value: VALUE, data: '0x' }), outside)
    }
  })

  test('3. an approval for a stranger', async () => {
    const { stranger, token } = mandate
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [stranger, maxUint256] })
    const theft = Delegation.redeem(await mandate.sign(sell), { to: token, value: 0n, data })
    await expectTheft(AGENT, theft, 'AllowedTargetsEnforcer:target-address-not-allowed')
  })

  test('4. a sweep through the router', async () => {
    const { universalRouter } = devnet.description.contracts
    const input = encodeAbiParameters(parseAbiParameters('address, address, uint160'), [zeroAddress, mandate.agent, 0n])
    const data = encodeFunctionData({ abi: routerAbi, functionName: 'execute', args: ['0x04', [input], maxUint256] })
    const theft = Delegation.redeem(await mandate.sign(SPEND), { to: universalRouter, value: VALUE, data })
    await expectTheft(AGENT, theft, 'AllowedTargetsEnforcer:target-address-not-allowed')
  })

  test('5. a foreign redeemer', async () => {
    const theft = Delegation.redeem(await mandate.sign(SPEND), buy())
    await expectTheft(STRANGER, theft, 'InvalidDelegate')
  })

  test('6. a mandate that has expired', async () => {
    const until = (await mandate.now()) + 3_600n
    const signed = await mandate.sign(SPEND, { until })
    await devnet.setNextTimestamp(until)
    await devnet.mine()
    await expectTheft(AGENT, Delegation.redeem(signed, buy()), 'TimestampEnforcer:expired-delegation')
  })

  test('7. a replay, on this chain or with the signature of another', async () => {
    const once = await mandate.sign(SPEND, { trades: 1n })
    expect((await mandate.redeem(once, buy())).status).toBe('success')
    await expectTheft(AGENT, Delegation.redeem(once, buy()), 'LimitedCallsEnforcer:limit-exceeded')
    await expectTheft(AGENT, Delegation.redeem({ ...once, salt: 99n }, buy()), 'InvalidERC1271Signature')
    const { message, ...typed } = Delegation.typedData(once, 8453)
    const data = { ...typed, message: { ...message, salt: once.salt } }
    const signature = await devnet.account(OWNER).signTypedData(data)
    await expectTheft(AGENT, Delegation.redeem({ ...once, signature }, buy()), 'InvalidERC1271Signature')
  })

  test('8. a delegation of the agent to somebody else', async () => {
    const root = await mandate.sign(SPEND)
    const theft = await redelegated(root)
    await expectTheft(STRANGER, theft, 'RedeemerEnforcer:unauthorized-redeemer')
  })

  test('9. a position of the owner for the agent', async () => {
    const to = mandate.targets.positionManager
    const args = [mandate.owner, mandate.agent, 1n] as const
    const data = encodeFunctionData({ abi: nftAbi, functionName: 'safeTransferFrom', args })
    const collecting = await mandate.sign({ kind: 'collect' })
    const execution = { to, value: 0n, data }
    await expectTheft(AGENT, Delegation.redeem(collecting, execution), 'AllowedMethodsEnforcer:method-not-allowed')
    const spending = await mandate.sign(SPEND)
    await expectTheft(
      AGENT,
      Delegation.redeem(spending, execution),
      'AllowedTargetsEnforcer:target-address-not-allowed',
    )
  })

  test('10. the agent as operator of v4 positions', async () => {
    const { v4PositionManager: to } = devnet.description.contracts
    const data = encodeFunctionData({ abi: nftAbi, functionName: 'setApprovalForAll', args: [mandate.agent, true] })
    const theft = Delegation.redeem(await mandate.sign({ kind: 'collect' }), { to, value: 0n, data })
    await expectTheft(AGENT, theft, 'AllowedTargetsEnforcer:target-address-not-allowed')
  })

  test('11. two calls in a batch, and a call that may fail', async () => {
    const signed = await mandate.sign(SPEND)
    const { to, value, data } = buy()
    const batch = encodeAbiParameters(
      parseAbiParameters(['Execution[] list', 'struct Execution { address target; uint256 value; bytes callData; }']),
      [
        [
          { target: to, value, callData: data },
          { target: mandate.agent, value: VALUE, callData: '0x' },
        ],
      ],
    )
    const context = Delegation.encode(signed)
    await expectTheft(AGENT, redeeming(context, BATCH, batch), 'CaveatEnforcer:invalid-call-type')
    await expectTheft(AGENT, redeeming(context, TRY, packed(buy())), 'CaveatEnforcer:invalid-execution-type')
  })

  test('12. more value than the cap of a trade or of a day', async () => {
    const signed = await mandate.sign(SPEND)
    const cap = parseEther('0.2')
    await expectTheft(AGENT, Delegation.redeem(signed, buy(cap + 1n)), 'ValueLteEnforcer:value-too-high')
    for (const _ of [1, 2]) expect((await mandate.redeem(signed, buy(cap))).status).toBe('success')
    const exceeded = 'NativeTokenPeriodTransferEnforcer:transfer-amount-exceeded'
    await expectTheft(AGENT, Delegation.redeem(signed, buy(cap)), exceeded)
    await devnet.setNextTimestamp((await mandate.now()) + DAY)
    await devnet.mine()
    expect((await mandate.redeem(signed, buy(cap))).status).toBe('success')
  })
})

/** The stranger redeems a delegation that the agent signed on top of the owner's. */
async function redelegated(root: Delegation.SignedDelegation): Promise<Hex> {
  const leaf = { delegate: mandate.stranger, delegator: mandate.agent, caveats: [], salt: 7n }
  const authority = Delegation.hash(root)
  const { message, ...typed } = Delegation.typedData(leaf, 4663)
  const signature = await devnet
    .account(AGENT)
    .signTypedData({ ...typed, message: { ...message, authority, salt: leaf.salt } })
  const list = [
    { ...leaf, authority, signature },
    { ...root, authority: toHex(maxUint256) },
  ].map((one) => ({ ...one, caveats: one.caveats.map((caveat) => ({ ...caveat, args: '0x' as const })) }))
  const context = encodeAbiParameters(DELEGATIONS, [list])
  return redeeming(context, pad('0x00'), packed(buy()))
}

const DELEGATIONS = parseAbiParameters([
  'Delegation[] list',
  'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
  'struct Caveat { address enforcer; bytes terms; bytes args; }',
])

describe('combinations', () => {
  test('many redemptions in one transaction share one budget', async () => {
    const signed = await mandate.sign(SPEND)
    const context = Delegation.encode(signed)
    const three = [1, 2, 3].map(() => packed(buy(parseEther('0.2'))))
    const args = [three.map(() => context), three.map(() => pad('0x00')), three] as const
    const data = encodeFunctionData({ abi: managerAbi, functionName: 'redeemDelegations', args })
    await expectTheft(AGENT, data, 'NativeTokenPeriodTransferEnforcer:transfer-amount-exceeded')
  })

  test('several trades fit in one transaction, as the words say, and each is counted', async () => {
    const signed = await mandate.sign(sell, { trades: 2n })
    const context = Delegation.encode(signed)
    const sale = packed(onPad('sell', [mandate.token, TOKENS, 0n]))
    const rows = (count: number) => Array.from({ length: count }, () => 0)
    const args = (count: number) =>
      [rows(count).map(() => context), rows(count).map(() => pad('0x00')), rows(count).map(() => sale)] as const
    const sales = (count: number) =>
      encodeFunctionData({ abi: managerAbi, functionName: 'redeemDelegations', args: args(count) })
    await expectTheft(AGENT, sales(3), 'LimitedCallsEnforcer:limit-exceeded')
    const [, before] = (await holdings()) as [bigint, bigint]
    const { status } = await devnet.submit(AGENT, { to: FRAMEWORK.DelegationManager, data: sales(2) })
    const [, after] = (await holdings()) as [bigint, bigint]
    expect([status, before - after]).toEqual(['success', 2n * TOKENS])
  })

  test('a sale of more than allowed, of another token, or for less than the minimum', async () => {
    const selling = await mandate.sign(sell)
    const above = onPad('sell', [mandate.token, TOKENS + 1n, 0n])
    const exceeded = 'ERC20BalanceChangeEnforcer:exceeded-balance-decrease'
    await expectTheft(AGENT, Delegation.redeem(selling, above), exceeded)
    const other = onPad('sell', [devnet.token('MOON').address, TOKENS, 0n])
    await expectTheft(AGENT, Delegation.redeem(selling, other), 'AllowedCalldataEnforcer:invalid-calldata')
    const floored = await mandate.sign({ ...sell, ethPerTradeMin: parseEther('1') })
    const sale = onPad('sell', [mandate.token, TOKENS, 0n])
    const insufficient = 'NativeBalanceChangeEnforcer:insufficient-balance-increase'
    await expectTheft(AGENT, Delegation.redeem(floored, sale), insufficient)
  })

  test('enforcers keep state by manager and mandate: a stranger cannot lock or fill it', async () => {
    const signed = await mandate.sign(sell)
    const index = signed.caveats.findIndex(({ enforcer }) => enforcer === FRAMEWORK.ERC20BalanceChangeEnforcer)
    const hooks = parseAbi([
      'function beforeHook(bytes terms, bytes args, bytes32 mode, bytes execution, bytes32 hash, address delegator, address redeemer)',
    ])
    const { enforcer, terms } = signed.caveats[index] as Delegation.Caveat
    const hash = Delegation.hash(signed)
    const args = [terms, '0x', pad('0x00'), '0x', hash, mandate.owner, mandate.agent] as const
    const data = encodeFunctionData({ abi: hooks, functionName: 'beforeHook', args })
    await devnet.send(STRANGER, { to: enforcer, data })
    expect((await mandate.redeem(signed, onPad('sell', [mandate.token, TOKENS, 0n]))).status).toBe('success')
  })

  test('a refund of the curve goes to the owner, never to the agent', async () => {
    const signed = await mandate.sign({ ...SPEND, ethPerDay: parseEther('200'), ethPerTrade: parseEther('100') })
    const [before] = (await holdings()) as [bigint]
    const agentBefore = await devnet.client.getBalance({ address: mandate.agent })
    expect((await mandate.redeem(signed, buy(parseEther('100')))).status).toBe('success')
    const [after] = (await holdings()) as [bigint]
    expect(after).toBeGreaterThan(before - parseEther('100'))
    expect(await devnet.client.getBalance({ address: mandate.agent })).toBeLessThan(agentBefore)
  })

  test('the agent cannot sign for the delegated account (ERC-1271), and cannot call it', async () => {
    const hash = pad('0x1234')
    const signature = await devnet.account(AGENT).sign({ hash })
    const abi = accountAbi
    const address = mandate.owner
    const args = [hash, signature] as const
    expect(await devnet.client.readContract({ abi, address, functionName: 'isValidSignature', args })).toBe(
      '0xffffffff',
    )
    const execution = { target: mandate.agent, value: VALUE, callData: '0x' } as const
    const direct = encodeFunctionData({ abi, functionName: 'execute', args: [execution] })
    await expectTheft(AGENT, direct, 'NotEntryPointOrSelf', address)
    const sent = packed({ to: mandate.agent, value: VALUE, data: '0x' })
    const asExecutor = encodeFunctionData({ abi, functionName: 'executeFromExecutor', args: [pad('0x00'), sent] })
    await expectTheft(AGENT, asExecutor, 'NotDelegationManager', address)
    const throughItself = Delegation.redeem(await mandate.sign(SPEND), { to: address, value: 0n, data: direct })
    await expectTheft(AGENT, throughItself, 'AllowedTargetsEnforcer:target-address-not-allowed')
  })

  test('a caveat that is left out or softened breaks the signature', async () => {
    const signed = await mandate.sign(SPEND)
    for (const index of signed.caveats.keys()) {
      const theft = { ...signed, caveats: signed.caveats.toSpliced(index, 1) }
      await expectTheft(AGENT, Delegation.redeem(theft, buy()), 'InvalidERC1271Signature')
    }
  })

  test('a mandate without a signature of the owner, or signed by the agent', async () => {
    const { signature: _, ...unsigned } = await mandate.sign(SPEND)
    const forged = await signDelegation(devnet, AGENT, unsigned)
    await expectTheft(AGENT, Delegation.redeem(forged, buy()), 'InvalidERC1271Signature')
  })
})

describe('revocation', () => {
  test('the next redemption in the same block reverts', async () => {
    const signed = await mandate.sign(SPEND)
    const to = FRAMEWORK.DelegationManager
    const revoking = { to, data: Delegation.revoke(signed), gas: 500_000n, maxPriorityFeePerGas: 10n ** 10n }
    const redeemed = { to, data: Delegation.redeem(signed, buy()), gas: 2_000_000n, maxPriorityFeePerGas: 10n ** 9n }
    const receipts = await inOneBlock([OWNER, revoking], [AGENT, redeemed])
    expect(receipts[0]?.blockNumber).toBe(receipts[1]?.blockNumber)
    expect(receipts.map(({ status }) => status)).toEqual(['success', 'reverted'])
    await expectTheft(AGENT, Delegation.redeem(signed, buy()), 'CannotUseADisabledDelegation')
  })

  test('only the owner revokes, and nobody else takes it back', async () => {
    const signed = await mandate.sign(SPEND)
    await expectTheft(AGENT, Delegation.revoke(signed), 'InvalidDelegator')
    await devnet.send(OWNER, { to: FRAMEWORK.DelegationManager, data: Delegation.revoke(signed) })
    const enable = Delegation.revoke(signed).replace(/^0x.{8}/, SELECTOR_OF_ENABLE) as Hex
    await expectTheft(AGENT, enable, 'InvalidDelegator')
  })

  test('one transaction revokes every mandate of the owner', async () => {
    const all = await Promise.all([mandate.sign(SPEND), mandate.sign(sell), mandate.sign({ kind: 'claim' })])
    const args = [FRAMEWORK.DelegationManager] as const
    const data = encodeFunctionData({ abi: nonceAbi, functionName: 'incrementNonce', args })
    await devnet.send(OWNER, { to: FRAMEWORK.NonceEnforcer, data })
    for (const signed of all) await expectTheft(AGENT, Delegation.redeem(signed, buy()), 'NonceEnforcer:invalid-nonce')
  })
})

const SELECTOR_OF_ENABLE = '0x3ed01015'

type Sent = [index: number, transaction: { to: Address; data: Hex; gas: bigint; maxPriorityFeePerGas: bigint }]

async function inOneBlock(...list: Sent[]) {
  await devnet.client.setAutomine(false)
  const hashes: Hex[] = []
  for (const [index, transaction] of list)
    hashes.push(await devnet.client.sendTransaction({ account: devnet.account(index).address, ...transaction }))
  await devnet.mine()
  await devnet.client.setAutomine(true)
  return Promise.all(hashes.map((hash) => devnet.client.getTransactionReceipt({ hash })))
}
