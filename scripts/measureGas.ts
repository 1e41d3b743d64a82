import { type Address, encodeFunctionData, type Hex, parseEther } from 'viem'
import { ACCOUNTS } from '#devnet/accounts.ts'
import { launchpadAbi, launchTokenAbi } from '#launchpad/abi.ts'
import { createPad, type Pad, read, tokenIn } from './padOnChain.ts'

const NAME = 'Slipway Co'
const SYMBOL = 'SLIP'
const URI = 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
const SALT: Hex = `0x${'5a'.repeat(32)}`
const LATER = 4_000_000_000n
const [, creator, alice, bob, carol, dave] = ACCOUNTS

/** Gas used by whole transactions, with a name of ten bytes and a symbol of four. The same code always gives the same figures. */
export async function measureGas(bytecode: Hex): Promise<Record<string, number>> {
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
  }
}

async function measureCreation(pad: Pad): Promise<Record<string, number>> {
  const gas = gasOf(pad)
  const data = encode('createToken', [NAME, SYMBOL, 0n])
  return {
    create: await gas(creator, data),
    'create with buy': await gas(creator, data, parseEther('0.1')),
    'create and graduate': await gas(creator, data, parseEther('3')),
    'create with metadata': await gas(
      creator,
      encode('createTokenWith', [NAME, SYMBOL, 0n, URI, `0x${'00'.repeat(32)}`, bob]),
    ),
    'create with salt': await gas(creator, encode('createTokenWith', [NAME, SYMBOL, 0n, '', SALT, bob])),
  }
}

async function measureTrades(pad: Pad, token: Address): Promise<Record<string, number>> {
  const gas = gasOf(pad)
  const value = parseEther('0.1')
  await gas(dave, encode('buy', [token, 0n]), value)
  const bought = {
    'first buy': await gas(alice, encode('buy', [token, 1n]), value),
    'repeat buy': await gas(alice, encode('buy', [token, 1n]), value),
    'repeat buy for': await gas(alice, encode('buyFor', [token, 1n, alice, LATER]), value),
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

function gasOf({ send }: Pad): (from: Address, data: Hex, value?: bigint) => Promise<number> {
  return async (from, data, value = 0n) => Number((await send({ from, data, value })).gasUsed)
}

function encode(functionName: string, args: unknown[]): Hex {
  return encodeFunctionData({ abi: launchpadAbi, functionName, args } as never)
}
