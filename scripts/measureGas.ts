import { type Address, concat, encodeAbiParameters, encodeFunctionData, type Hex, parseEther, zeroAddress } from 'viem'
import { ACCOUNTS } from '#devnet/accounts.ts'
import { feeSplitAbi, feeSplitFactoryAbi, launchpadAbi, launchTokenAbi } from '#launchpad/contract/abi.ts'
import { createPad, type Pad, place, read, tokenIn } from './padOnChain.ts'

const NAME = 'Slipway Co'
const SYMBOL = 'SLIP'
const URI = 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
const SALT: Hex = `0x${'5a'.repeat(32)}`
const NO_SALT: Hex = `0x${'00'.repeat(32)}`
const LATER = 4_000_000_000n
const DAY = 86_400
const VALUE = parseEther('0.1')
const [, creator, alice, bob, carol, dave] = ACCOUNTS

type Figures = Record<string, number>

/** Gas used by whole transactions, with a name of ten bytes and a symbol of four. The same code always gives the same figures. */
export async function measureGas(bytecode: Hex, feeSplitFactory: Hex): Promise<Figures> {
  const pad = await createPad(bytecode)
  const gas = gasOf(pad)
  const create = encode('createToken', [NAME, SYMBOL, 0n])
  // The first token of all also pays for the launchpad's own counter.
  await pad.send({ from: creator, data: create })
  const token = tokenIn((await pad.send({ from: creator, data: create })).events)
  const figures = { ...(await measureCreation(pad)), ...(await measureTrades(pad, token)) }
  return {
    ...figures,
    'collect pool fees': await gas(dave, encode('collectPoolFees', [token])),
    'claim creator fees': await gas(creator, encode('claimCreatorFees', [token, creator])),
    'claim treasury fees': await gas(dave, encode('claimTreasuryFees', [[token]])),
    'claim on the curve': await measureCurveClaim(pad),
    ...(await measureOptions(pad)),
    ...(await measureOpening(pad)),
    ...(await measureLock(pad)),
    ...(await measureSplit(pad, feeSplitFactory)),
  }
}

async function measureCreation(pad: Pad): Promise<Figures> {
  const gas = gasOf(pad)
  const data = encode('createToken', [NAME, SYMBOL, 0n])
  return {
    create: await gas(creator, data),
    'create with buy': await gas(creator, data, VALUE),
    'create and graduate': await gas(creator, data, parseEther('3')),
    'create with metadata': await gas(creator, launch({ metadataURI: URI, referrer: bob })),
    'create with salt': await gas(creator, launch({ salt: SALT, referrer: bob })),
  }
}

async function measureTrades(pad: Pad, token: Address): Promise<Figures> {
  const gas = gasOf(pad)
  await gas(dave, encode('buy', [token, 0n]), VALUE)
  const bought = {
    'first buy': await gas(alice, encode('buy', [token, 1n]), VALUE),
    'repeat buy': await gas(alice, encode('buy', [token, 1n]), VALUE),
    'repeat buy for': await gas(alice, encode('buyFor', [token, 1n, alice, LATER]), VALUE),
  }
  const held = (await read(pad.provider, token, { abi: launchTokenAbi, name: 'balanceOf', args: [alice] })) as bigint
  const sold = {
    sell: await gas(alice, encode('sell', [token, held / 3n, 1n])),
    'sell for': await gas(alice, encode('sellFor', [token, held / 3n, 1n, alice, LATER])),
    'sell all': await gas(alice, encode('sell', [token, held - 2n * (held / 3n), 1n])),
  }
  // A wallet that is new to the token, and a refund.
  return { ...bought, ...sold, 'graduating buy': await gas(carol, encode('buy', [token, 1n]), parseEther('3')) }
}

async function measureCurveClaim(pad: Pad): Promise<number> {
  const token = await create(pad, {}, VALUE)
  return gasOf(pad)(creator, encode('claimCreatorFees', [token, creator]))
}

async function measureOptions(pad: Pad): Promise<Figures> {
  const gas = gasOf(pad)
  return {
    'create with opening': await gas(creator, launch({ openingSeconds: 120 })),
    'create with fee holder': await gas(creator, launch({ feeHolder: bob })),
    'create with opening and fee holder': await gas(creator, launch({ openingSeconds: 120, feeHolder: bob })),
    'create with locked buy': await gas(creator, launch({ lockDays: 30 }), VALUE),
    'create with all options': await gas(creator, launch({ openingSeconds: 120, feeHolder: bob, lockDays: 30 }), VALUE),
  }
}

async function measureOpening(pad: Pad): Promise<Figures> {
  const gas = gasOf(pad)
  const token = await create(pad, { openingSeconds: 3_600 })
  const buy = encode('buy', [token, 1n])
  const during = {
    'first buy of all in an opening': await gas(dave, buy, VALUE),
    'first buy in an opening': await gas(alice, buy, VALUE),
    'repeat buy in an opening': await gas(alice, buy, VALUE),
    'sell in an opening': await gas(alice, encode('sell', [token, 10n ** 18n, 1n])),
  }
  await wait(pad, 3_600)
  return {
    ...during,
    'buy that ends an opening': await gas(alice, buy, VALUE),
    'repeat buy after an opening': await gas(alice, buy, VALUE),
  }
}

async function measureLock(pad: Pad): Promise<Figures> {
  const token = await create(pad, { lockDays: 30 }, VALUE)
  const release = async () => {
    await wait(pad, DAY)
    return gasOf(pad)(dave, encode('releaseLock', [token]))
  }
  return { 'first release': await release(), 'repeat release': await release() }
}

async function measureSplit(pad: Pad, factoryCode: Hex): Promise<Figures> {
  const initCode = concat([factoryCode, encodeAbiParameters([{ type: 'address' }], [pad.address])])
  const factory = await place(pad.provider, initCode)
  const figures: Figures = {}
  for (const count of [2, 5, 10]) {
    const accounts = ACCOUNTS.slice(0, count).toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
    const shares = { abi: feeSplitFactoryAbi, args: [accounts, accounts.map(() => 10_000 / count)] as const }
    const creation = encodeFunctionData({ ...shares, functionName: 'createFeeSplit' })
    const split = await read(pad.provider, factory, { ...shares, name: 'predictFeeSplit', args: [...shares.args] })
    figures[`create split of ${count}`] = Number(
      (await pad.transact({ from: dave, to: factory, data: creation })).gasUsed,
    )
    const token = await create(pad, { feeHolder: split as Address }, VALUE)
    const data = encodeFunctionData({ abi: feeSplitAbi, functionName: 'claim', args: [token] })
    figures[`claim by split of ${count}`] = Number(
      (await pad.transact({ from: dave, to: split as Address, data })).gasUsed,
    )
  }
  return figures
}

type Options = Partial<{
  metadataURI: string
  salt: Hex
  referrer: Address
  feeHolder: Address
  openingSeconds: number
  lockDays: number
}>

function launch(options: Options): Hex {
  const none = { metadataURI: '', salt: NO_SALT, referrer: zeroAddress, feeHolder: zeroAddress }
  return encode('createTokenWithOptions', [NAME, SYMBOL, 0n, { ...none, openingSeconds: 0, lockDays: 0, ...options }])
}

async function create({ send }: Pad, options: Options, value = 0n): Promise<Address> {
  return tokenIn((await send({ from: creator, data: launch(options), value })).events)
}

async function wait({ provider }: Pad, seconds: number): Promise<void> {
  await provider.request({ method: 'evm_increaseTime', params: [seconds] })
}

function gasOf({ send }: Pad): (from: Address, data: Hex, value?: bigint) => Promise<number> {
  return async (from, data, value = 0n) => Number((await send({ from, data, value })).gasUsed)
}

function encode(functionName: string, args: unknown[]): Hex {
  return encodeFunctionData({ abi: launchpadAbi, functionName, args } as never)
}
