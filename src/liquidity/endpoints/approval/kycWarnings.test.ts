import { expect, test } from 'vitest'
import type { ChainFacts } from '#chain/ChainFacts.ts'
import type { Holding } from '#liquidity/pools/Snapshot.ts'
import { kycWarnings } from './kycWarnings.ts'

const wallet = '0x00000000000000000000000000000000000000AA'
const token = '0x00000000000000000000000000000000000000B1'
const kycUrl = 'https://kyc.example/pass'

function facts(kycTokens: ChainFacts['kycTokens'], explorerUrl?: string): ChainFacts {
  return { id: 4663, kycTokens, ...(explorerUrl && { explorerUrl }) } as ChainFacts
}

function holding(flags: Partial<Holding>): Holding {
  return {
    token: { address: token, symbol: '', decimals: 18 },
    isPermissioned: false,
    isAllowed: false,
    ...flags,
  } as Holding
}

test('a configured token warns everybody but those on its list', () => {
  const listed = { chainId: 4663, token, kycUrl, allow: [wallet] } as const
  const unlisted = { chainId: 4663, token, kycUrl } as const
  expect(kycWarnings(facts([listed]), wallet, [holding({})])).toEqual([])
  expect(kycWarnings(facts([unlisted]), wallet, [holding({})])).toEqual([
    { kycUrl, tokenAddress: token, chainId: 4663 },
  ])
})

test('what the chain says of a permissioned token counts before any list', () => {
  const listed = { chainId: 4663, token, kycUrl, allow: [wallet] } as const
  const barred = holding({ isPermissioned: true, isAllowed: false })
  const admitted = holding({ isPermissioned: true, isAllowed: true })
  expect(kycWarnings(facts([listed]), wallet, [barred])).toHaveLength(1)
  expect(kycWarnings(facts([{ chainId: 4663, token, kycUrl }]), wallet, [admitted])).toEqual([])
})

test('without a configured page the token’s page on the explorer is shown', () => {
  const barred = holding({ isPermissioned: true })
  expect(kycWarnings(facts([], 'https://scan.example'), wallet, [barred])[0]?.kycUrl).toBe(
    `https://scan.example/token/${token}`,
  )
  expect(kycWarnings(facts([]), wallet, [barred])[0]?.kycUrl).toBe(`ethereum:${token}@4663`)
})

test('other tokens warn nobody', () => {
  expect(kycWarnings(facts([]), wallet, [holding({})])).toEqual([])
})
