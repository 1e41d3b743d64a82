import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { ApiError } from '#core/ApiError.ts'
import * as UntrustedText from '#core/UntrustedText.ts'
import type { LaunchContracts } from '#explain/Context.ts'
import type { AddressBook, Contract } from '#explain/rules/Contract.ts'
import type { DecodedCall } from '#explain/rules/DecodedCall.ts'
import type { Token } from '#explain/rules/Effects.ts'
import { pairKey } from '#explain/rules/v2.ts'

const tokenAbi = parseAbi(['function symbol() view returns (string)', 'function decimals() view returns (uint8)'])
const managerAbi = parseAbi([
  'function positions(uint256 tokenId) view returns (uint96 nonce, address operator, address token0, address token1)',
])
const factoryAbi = parseAbi(['function getPair(address tokenA, address tokenB) view returns (address pair)'])
const splitAbi = parseAbi([
  'function shares() view returns (address[] accounts, uint16[] bps)',
  'function predictFeeSplit(address[] accounts, uint16[] bps) view returns (address split)',
])
const SYMBOL_MAX = 32
const NO_SYMBOL = 'a token without a symbol'
const ANSWER_MAX = 2_000
/** The maximum number of reads for one request; further tokens and positions are shown by address and number. */
export const READS_MAX = 64

/** Symbol and decimals of those addresses that are tokens. */
export async function readTokens(chain: Chain, addresses: readonly Address[]): Promise<Map<Address, Token>> {
  const entries = await Promise.all(
    [...new Set(addresses)]
      .slice(0, READS_MAX)
      .map(async (address) => [address, await tokenAt(chain, address).catch(() => undefined)] as const),
  )
  return new Map(entries.filter((entry): entry is [Address, Token] => entry[1] !== undefined))
}

/** Tokens are cached permanently, other addresses for a block, because an address without code may become a token. */
function tokenAt(chain: Chain, address: Address): Promise<Token | undefined> {
  return chain.state(`explained address ${address}`, () => knownToken(chain, address))
}

// A node that fails proves nothing.
async function knownToken(chain: Chain, address: Address): Promise<Token | undefined> {
  try {
    return await chain.forever(`explained token ${address}`, () => readToken(chain, address))
  } catch (error) {
    if (error instanceof ApiError) throw error
    return undefined
  }
}

async function readToken(chain: Chain, address: Address): Promise<Token> {
  const { results } = await chain.read([
    { to: address, data: encodeFunctionData({ abi: tokenAbi, functionName: 'symbol' }) },
    { to: address, data: encodeFunctionData({ abi: tokenAbi, functionName: 'decimals' }) },
  ])
  const [symbol, decimals] = results.map((result) =>
    result.ok && result.data.length <= ANSWER_MAX ? result.data : '0x',
  )
  return {
    decimals: decodeFunctionResult({ abi: tokenAbi, functionName: 'decimals', data: decimals ?? '0x' }),
    symbol: symbolIn(symbol ?? '0x'),
  }
}

function symbolIn(data: Hex): string {
  try {
    const text = decodeFunctionResult({ abi: tokenAbi, functionName: 'symbol', data })
    return UntrustedText.oneLine(text).slice(0, SYMBOL_MAX) || NO_SYMBOL
  } catch {
    return NO_SYMBOL
  }
}

/** The tokens of v3 positions. A position that does not exist is left out. */
export async function readPositions(chain: Chain, manager: Address | undefined, mentioned: readonly bigint[]) {
  const ids = [...new Set(mentioned)].slice(0, READS_MAX)
  const positions = new Map<bigint, readonly [Address, Address]>()
  if (!manager || ids.length === 0) return positions
  const call = (id: bigint) => ({ abi: managerAbi, functionName: 'positions', args: [id] }) as const
  const reads = ids.map((id) => ({ to: manager, data: encodeFunctionData(call(id)) }))
  const { results } = await chain.state(`explained positions ${ids}`, () => chain.agreed().read(reads))
  for (const [index, id] of ids.entries()) {
    const result = results[index]
    if (!result?.ok) continue
    const [, , token0, token1] = decodeFunctionResult({ ...call(id), data: result.data })
    positions.set(id, [token0, token1])
  }
  return positions
}

/** The addresses of v2 pairs, by their tokens. */
export async function readPairs(chain: Chain, calls: readonly DecodedCall[]): Promise<Map<string, Address>> {
  const factory = chain.facts.uniswap.v2?.factory
  const pairs = calls.filter(({ name }) => name?.startsWith('removeLiquidity')).map(({ args }) => tokensIn(chain, args))
  if (!factory || pairs.length === 0) return new Map()
  const call = (pair: Pair) => ({ abi: factoryAbi, functionName: 'getPair', args: pair }) as const
  const reads = pairs.map((pair) => ({ to: factory, data: encodeFunctionData(call(pair)) }))
  // The address of a pair follows from its tokens, but a pair that is not deployed yet must not be remembered.
  const key = `explained pairs ${pairs.map((pair) => pairKey(chain.facts, ...pair))}`
  const { results } = await chain.state(key, () => chain.agreed().read(reads))
  const entries = pairs.map((pair, index) => {
    const result = results[index]
    const found = result?.ok ? decodeFunctionResult({ ...call(pair), data: result.data }) : zeroAddress
    return [pairKey(chain.facts, ...pair), found] as const
  })
  return new Map(entries.filter(([, found]) => found !== zeroAddress))
}

type Pair = readonly [Address, Address]

function tokensIn({ facts }: Chain, { tokenA, tokenB, token }: DecodedCall['args']): Pair {
  return [(tokenA ?? token) as Address, (tokenB ?? facts.wrappedNative ?? zeroAddress) as Address]
}

/** The contract at an address: one of the book, a fee split of the launchpad, or a token by its own claim. */
export async function readContract(
  chain: Chain,
  address: Address,
  { book, launch }: { book: AddressBook; launch: LaunchContracts | undefined },
): Promise<Contract | undefined> {
  const known = book.get(address)
  if (known) return known
  const token = await tokenAt(chain, address)
  if (token) return { kind: 'token', name: token.symbol, source: 'the token itself' }
  const isSplit = launch && (await isFeeSplit(chain, address, launch.feeSplitFactory))
  return isSplit ? { kind: 'feeSplit', name: 'fee split', source: 'the fee split factory' } : undefined
}

// A contract that poses as a fee split has a different address from the one that the factory derives from its shares.
async function isFeeSplit(chain: Chain, address: Address, factory: Address): Promise<boolean> {
  const shares = { abi: splitAbi, functionName: 'shares' } as const
  const [answer] = (await chain.read([{ to: address, data: encodeFunctionData(shares) }])).results
  if (!answer?.ok || answer.data.length > ANSWER_MAX) return false
  try {
    const args = decodeFunctionResult({ ...shares, data: answer.data })
    const predict = { abi: splitAbi, functionName: 'predictFeeSplit', args } as const
    const [predicted] = (await chain.read([{ to: factory, data: encodeFunctionData(predict) }])).results
    return predicted?.ok === true && decodeFunctionResult({ ...predict, data: predicted.data }) === address
  } catch {
    return false
  }
}
