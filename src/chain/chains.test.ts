import * as sdk from '@uniswap/sdk-core'
import { type Address, checksumAddress } from 'viem'
import * as viemChains from 'viem/chains'
import { describe, expect, test } from 'vitest'
import { CHAIN_IDS } from '#core/wire.ts'
import { type ChainFacts, contracts, stateLifetimeMs } from './ChainFacts.ts'
import { CHAINS } from './chains.ts'

type SdkAddresses = (typeof sdk.CHAIN_TO_ADDRESSES_MAP)[keyof typeof sdk.CHAIN_TO_ADDRESSES_MAP] & {
  swapRouter02Address?: string
  tickLensAddress?: string
  permissionedV4PositionManagerAddress?: string
}

const viemById = new Map(
  Object.entries(viemChains)
    .filter(([name]) => !name.endsWith('Preconf'))
    .map(([, chain]) => [chain.id, chain as { id: number } & (typeof viemChains)['mainnet' | 'robinhood']]),
)

describe.each(CHAINS.map((facts) => [facts.id, facts] as const))('chain %i', (id, facts) => {
  const known = sdk.CHAIN_TO_ADDRESSES_MAP[id as sdk.ChainId.MAINNET] as SdkAddresses

  test('has the Uniswap v2 deployment of sdk-core', () => {
    expect(facts.uniswap.v2?.factory).toBe(checksum(sdk.V2_FACTORY_ADDRESSES[id]))
    expect(facts.uniswap.v2?.router).toBe(checksum(sdk.V2_ROUTER_ADDRESSES[id]))
  })

  test('has the Uniswap v3 deployment of sdk-core', () => {
    const { v3 } = facts.uniswap
    expect(v3?.factory).toBe(checksum(known.v3CoreFactoryAddress))
    expect(v3?.positionManager).toBe(checksum(known.nonfungiblePositionManagerAddress))
    expect(v3?.migrator).toBe(checksum(known.v3MigratorAddress))
    if (known.tickLensAddress) expect(v3?.tickLens).toBe(checksum(known.tickLensAddress))
    if (known.swapRouter02Address) expect(v3?.swapRouter02).toBe(checksum(known.swapRouter02Address))
  })

  test('has the Uniswap v4 deployment of sdk-core', () => {
    const { v4 } = facts.uniswap
    expect(v4?.poolManager).toBe(checksum(known.v4PoolManagerAddress))
    expect(v4?.positionManager).toBe(checksum(known.v4PositionManagerAddress))
    expect(v4?.stateView).toBe(checksum(known.v4StateView))
    expect(v4?.quoter).toBe(checksum(known.v4QuoterAddress))
    expect(v4?.permissionedPositionManager).toBe(checksum(known.permissionedV4PositionManagerAddress))
  })

  test('has the wrapped native currency of sdk-core, which does not know the one of X Layer', () => {
    const expected = id === 196 ? '0xe538905cf8410324e03A5A23C1c177a474D59b2b' : sdk.WETH9[id]?.address
    expect(facts.wrappedNative).toBe(expected)
  })

  test('has the endpoints, explorer and Multicall3 of viem', () => {
    const chain = viemById.get(id)
    expect(facts.rpcUrls).toEqual(chain?.rpcUrls.default.http.map(withoutSlash))
    expect(facts.explorerUrl).toBe(withoutSlash(chain?.blockExplorers.default.url ?? ''))
    // Tempo has it at the usual place; viem does not list it.
    if (id !== 4217) expect(facts.multicall3).toBe(checksum(chain?.contracts.multicall3.address))
    expect(facts.isTestnet).toBe((chain as { testnet?: boolean } | undefined)?.testnet ?? false)
  })

  test('names its native currency as viem does', () => {
    const { symbol, decimals } = facts.nativeCurrency
    expect({ symbol, decimals }).toMatchObject({
      symbol: viemById.get(id)?.nativeCurrency.symbol,
      decimals: viemById.get(id)?.nativeCurrency.decimals,
    })
  })

  test('has the block time of sdk-core or, where that has none, of viem', () => {
    const seconds = sdk.AVERAGE_BLOCK_TIMES_SECONDS[id]
    const expected = seconds === undefined ? (viemById.get(id)?.blockTime ?? 12_000) : seconds * 1000
    expect(facts.blockTimeMs).toBe(expected)
    expect(stateLifetimeMs(facts)).toBeLessThanOrEqual(1000)
  })

  test('writes every address with its checksum', () => {
    for (const address of allAddresses(facts)) expect(address).toBe(checksumAddress(address))
  })
})

test('the chains are those of the wire schema, in its order', () => {
  expect(CHAINS.map(({ id }) => id)).toEqual(CHAIN_IDS)
})

test('each has the enum name that permits carry', () => {
  // The enum of the wire spells two of sdk-core's names in its own way.
  const spelled: Record<string, string> = { ARBITRUM_ONE: 'ARBITRUM', AVALANCHE: 'AVAX' }
  for (const { id, enumName } of CHAINS) {
    const name = sdk.ChainId[id] ?? ''
    expect(enumName).toBe(spelled[name] ?? name)
  }
})

test('chains lack only the deployments that are known to be missing', () => {
  const without = (hole: (facts: ChainFacts) => unknown) => CHAINS.filter((facts) => !hole(facts)).map(({ id }) => id)
  expect(without(({ uniswap }) => uniswap.v2)).toEqual([324, 7777777])
  expect(without(({ uniswap }) => uniswap.v2?.router)).toEqual([324, 42220, 7777777])
  expect(without(({ uniswap }) => uniswap.v3)).toEqual([])
  expect(without(({ uniswap }) => uniswap.v3?.migrator)).toEqual([4663, 5042])
  expect(without(({ uniswap }) => uniswap.v3?.quoter)).toEqual([])
  expect(without(({ uniswap }) => uniswap.v4)).toEqual([324, 10143])
  expect(without(({ wrappedNative }) => wrappedNative)).toEqual([4217, 5042, 42220])
  expect(without(({ nativeKind }) => nativeKind !== 'none')).toEqual([4217])
  expect(without(({ isNativeInV4 }) => isNativeInV4)).toEqual([4217, 42220])
  expect(without(({ nativeErc20 }) => nativeErc20 === undefined)).toEqual([5042, 42220])
})

test('the v3 quoter is the second version, also where sdk-core names the first', () => {
  const first = CHAINS.filter(({ id, uniswap }) => {
    const known = sdk.CHAIN_TO_ADDRESSES_MAP[id as sdk.ChainId.MAINNET]
    return uniswap.v3?.quoter !== checksum(known.quoterAddress)
  })
  expect(first.map(({ id }) => id)).toEqual([1, 10, 130, 137, 143, 196, 4326, 10143, 42161, 59144])
})

test('only zkSync has contracts of its own at Permit2 and Multicall3', () => {
  const canonical = CHAINS.filter(({ permit2 }) => permit2 === '0x000000000022D473030F116dDEE9F6B43aC78BA3')
  expect(CHAINS.filter((facts) => !canonical.includes(facts)).map(({ id }) => id)).toEqual([324])
  const multicalls = new Set(CHAINS.map(({ multicall3 }) => multicall3))
  expect(multicalls.size).toBe(2)
})

test('every contract that a probe expects on a chain has an address', () => {
  for (const facts of CHAINS) for (const address of Object.values(contracts(facts))) expect(address).toMatch(/^0x/)
})

function checksum(address: string | undefined): Address | undefined {
  return address === undefined ? undefined : checksumAddress(address.toLowerCase() as Address)
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, '')
}

function allAddresses(value: unknown): Address[] {
  if (typeof value === 'string') return /^0x[0-9a-fA-F]{40}$/.test(value) ? [value as Address] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(allAddresses) : []
}
