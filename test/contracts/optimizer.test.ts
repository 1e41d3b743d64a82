import { type Address, encodeAbiParameters, encodeFunctionData, type Hex, parseEther, zeroAddress } from 'viem'
import { expect, inject, test } from 'vitest'
import { ACCOUNTS } from '#devnet/accounts.ts'
import { feeSplitAbi, feeSplitFactoryAbi, launchpadAbi } from '#launchpad/contract/abi.ts'
import { compileContracts, compilerSettings } from '../../scripts/compileContracts.ts'
import { createPad, type Pad, place, read, tokenIn } from '../../scripts/padOnChain.ts'

/** solc's own sequence without its two steps that may act on stale knowledge of an address: LoadResolver and EqualStoreEliminator. */
const STEPS =
  'dhfoDgvulfnTUtnIf[xa[r]scMcCTUtTOntnfDIulculVcul [j]Tpeulxa[rul]xa[r]cgvifCTUca[r]SsTFOtfDnca[r]Iulc]jmul[jul] VcTOcul jmul:fDnTOcmu'
const TOKENS = 6
const NO_SALT: Hex = `0x${'00'.repeat(32)}`
const [operator, creator, alice] = ACCOUNTS

// Runs every loop of the contracts, the only places where an address in memory or storage comes from a variable that is
// assigned again, on what is deployed and on the same source without the two steps, and compares all that they answer.
test.runIf(inject('deep'))('the optimizer’s doubtful steps changed no answer', { timeout: 1_800_000 }, async () => {
  const details = { yul: true, yulDetails: { stackAllocation: true, optimizerSteps: STEPS } }
  const plain = { ...compilerSettings, optimizer: { ...compilerSettings.optimizer, details } }
  const [deployed, careful] = [await compileContracts(), await compileContracts(plain)]
  expect(deployed['Launchpad']?.bytecode).not.toBe(careful['Launchpad']?.bytecode)
  expect(await story(deployed)).toEqual(await story(careful))
})

type Contracts = Awaited<ReturnType<typeof compileContracts>>

async function story(contracts: Contracts): Promise<string[]> {
  const codeOf = (name: string) => contracts[name]?.bytecode ?? '0x'
  const pad = await createPad(codeOf('Launchpad'))
  const factory = await place(
    pad.provider,
    `${codeOf('FeeSplitFactory')}${encodeAbiParameters([{ type: 'address' }], [pad.address]).slice(2)}`,
  )
  const lines: unknown[] = []
  const split = await createSplit(pad, factory)
  const tokens: Address[] = []
  for (let index = 0; index < TOKENS; index++) {
    const { events } = await pad.send({ from: creator, data: launch(index, split), value: parseEther('0.1') })
    tokens.push(tokenIn(events))
    lines.push(events)
    const data = encode('buy', [tokens[index], 1n])
    lines.push((await pad.send({ from: alice, data, value: parseEther(index % 2 === 0 ? '3' : '0.01') })).events)
  }
  lines.push((await pad.send({ from: alice, data: encode('claimTreasuryFees', [[...tokens, ...tokens]]) })).events)
  const claim = encodeFunctionData({ abi: feeSplitAbi, functionName: 'claim', args: [tokens[1] as Address] })
  lines.push((await pad.transact({ from: alice, to: split, data: claim })).events)
  for (const [name, args] of [
    ['tokens', [1n, 10n]],
    ['curves', [[...tokens, alice, ...tokens.toReversed()]]],
    ['treasuryFees', []],
  ] as const)
    lines.push(await read(pad.provider, pad.address, { abi: launchpadAbi, name, args: [...args] }))
  lines.push(await read(pad.provider, split, { abi: feeSplitAbi, name: 'shares', args: [] }))
  return inOrder(lines)
}

async function createSplit(pad: Pad, factory: Address): Promise<Address> {
  const accounts = ACCOUNTS.slice(0, 10).toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
  const args = [accounts, accounts.map((_, index) => (index === 0 ? 1_900 : 900))] as const
  const data = encodeFunctionData({ abi: feeSplitFactoryAbi, functionName: 'createFeeSplit', args })
  await pad.transact({ from: operator, to: factory, data })
  return (await read(pad.provider, factory, {
    abi: feeSplitFactoryAbi,
    name: 'predictFeeSplit',
    args: [...args],
  })) as Address
}

/** With texts of ever more words of memory, a salt or a lock in turn, and every second with the split. */
function launch(index: number, split: Address): Hex {
  const options = {
    metadataURI: `ipfs://${'é'.repeat(20 * index)}`,
    salt: index === 2 ? (`0x${'5a'.repeat(32)}` as Hex) : NO_SALT,
    referrer: alice,
    feeHolder: index % 2 === 1 ? split : zeroAddress,
    openingSeconds: 0,
    lockDays: index === 5 ? 7 : 0,
  }
  return encode('createTokenWithOptions', ['N'.repeat(10 * index + 1), 'SYM', 0n, options])
}

/** One line for each, with addresses and hashes by the order in which they appear: they follow from the bytecode itself. */
function inOrder(lines: unknown[]): string[] {
  const seen = new Map<string, string>()
  const name = (text: string) => seen.get(text) ?? seen.set(text, `#${seen.size}`).get(text)
  const show = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)
  const volatile = /"(blockHash|transactionHash|blockTimestamp|timestamp|blockNumber)":"?[^",}]*"?,?/g
  return lines.map((line) =>
    JSON.stringify(line, show)
      .replaceAll(volatile, '')
      .replaceAll(/0x[0-9a-fA-F]{40}(?:[0-9a-fA-F]{24})?(?![0-9a-fA-F])/g, (text) => name(text.toLowerCase()) ?? text)
      .replaceAll(/"(data|topics)":("[^"]*"|\[[^\]]*\]),?/g, ''),
  )
}

function encode(functionName: string, args: unknown[]): Hex {
  return encodeFunctionData({ abi: launchpadAbi, functionName, args } as never)
}
