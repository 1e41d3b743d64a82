import { expect, test } from 'vitest'
import type { ChainFacts } from '#chain/ChainFacts.ts'
import type { Holding } from '#liquidity/pools/Snapshot.ts'
import { kycWarnings } from './kycWarnings.ts'

const wallet = '0x00000000000000000000000000000000000000AA'
const token = '0x00000000000000000000000000000000000000B1'
const kycUrl = 'https://kyc.example/pass'

const admission = { wallet, pageOf: (asked: string) => `https://slipway.example/admission/${asked}` } as const

function facts(kycTokens: ChainFacts['kycTokens']): ChainFacts {
  return { id: 4663, kycTokens } as ChainFacts
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
  expect(kycWarnings(facts([listed]), admission, [holding({})])).toEqual([])
  expect(kycWarnings(facts([unlisted]), admission, [holding({})])).toEqual([
    { kycUrl, tokenAddress: token, chainId: 4663 },
  ])
})

test('the state of a permissioned token on the chain counts before any list', () => {
  const listed = { chainId: 4663, token, kycUrl, allow: [wallet] } as const
  const barred = holding({ isPermissioned: true, isAllowed: false })
  const admitted = holding({ isPermissioned: true, isAllowed: true })
  expect(kycWarnings(facts([listed]), admission, [barred])).toHaveLength(1)
  expect(kycWarnings(facts([{ chainId: 4663, token, kycUrl }]), admission, [admitted])).toEqual([])
})

test('without a configured page the service’s own page of the token is shown', () => {
  const barred = holding({ isPermissioned: true })
  expect(kycWarnings(facts([]), admission, [barred])[0]?.kycUrl).toBe(`https://slipway.example/admission/${token}`)
})

test('other tokens have no warning', () => {
  expect(kycWarnings(facts([]), admission, [holding({})])).toEqual([])
})
