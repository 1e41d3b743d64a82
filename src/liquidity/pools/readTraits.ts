import { type Address, type Hex, hexToString, size, toFunctionSelector } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { CallReverted } from '#chain/failures.ts'

/** Traits that a token's code reveals. A missing one proves nothing: code can hide any of them. */
export type Traits = { readonly name: string; readonly isUpgradeable: boolean; readonly isRebasing: boolean }

/** Where proxies keep the address of their code: EIP-1967 (code, beacon), ZeppelinOS and EIP-1822. */
const CODE_SLOTS: readonly Hex[] = [
  '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
  '0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3',
  '0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7',
]
/** Functions of tokens whose balances are shares of something that changes: Lido, Aave, Origin, Ampleforth. */
const SHARES = ['sharesOf(address)', 'scaledBalanceOf(address)', 'creditsBalanceOf(address)', 'scaledTotalSupply()']
const WORD = '0'.repeat(64)
const CALLS = ['name()', ...SHARES].map((name): Hex => `${toFunctionSelector(`function ${name}`)}${WORD}`)
/** An account without any role. */
const READER: Address = '0x000000000000000000000000000000000000dEaD'
/** A token that needs more gas for these reads has no traits. */
const GAS_MAX = 1_000_000n
const NAME_BYTES_MAX = 256

/** Reads the traits of a token, once a block. */
export function readTraits(chain: Chain, token: Address): Promise<Traits> {
  return chain.state(`traits ${token}`, async () => {
    const [slots, [name, ...shares]] = await Promise.all([readSlots(chain, token), readCalls(chain, token)])
    return {
      name: textOf(name),
      isUpgradeable: slots.some(isSet),
      isRebasing: shares.some((data) => size(data) === 32),
    }
  })
}

function readSlots(chain: Chain, token: Address): Promise<unknown[]> {
  return chain.batch(CODE_SLOTS.map((slot) => ({ method: 'eth_getStorageAt', params: [token, slot, 'latest'] })))
}

async function readCalls(chain: Chain, token: Address): Promise<Hex[]> {
  if (!chain.facts.hasStateOverrides) return []
  const calls = CALLS.map((data) => ({ to: token, data }))
  const simulated = await chain.simulate({ from: READER, calls, gas: GAS_MAX }).catch(asNothing)
  return simulated.results.map(({ ok, returnData }) => (ok ? returnData : '0x'))
}

function asNothing(error: unknown): { results: [] } {
  if (error instanceof CallReverted) return { results: [] }
  throw error
}

function isSet(word: unknown): boolean {
  return typeof word === 'string' && /[1-9a-f]/i.test(word.slice(2))
}

// A string, or the 32 bytes that old tokens return.
function textOf(data: Hex = '0x'): string {
  const bytes = size(data)
  if (bytes === 32) return hexToString(data).replaceAll('\0', '')
  if (bytes < 64) return ''
  const length = Number(BigInt(`0x${data.slice(66, 130)}`))
  if (length > NAME_BYTES_MAX) return ''
  return Buffer.from(data.slice(130, 130 + length * 2), 'hex').toString('utf8')
}
