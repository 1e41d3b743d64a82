import type { Address } from 'viem'
import type { ChainFacts, KycToken } from '#chain/ChainFacts.ts'
import type { Holding } from '#liquidity/pools/Snapshot.ts'

type Admission = { readonly wallet: Address; readonly pageOf: (token: Address) => string }

/** A warning for each token that the wallet may not provide, by the chain first and the configuration second. */
export function kycWarnings(facts: ChainFacts, { wallet, pageOf }: Admission, holdings: readonly Holding[]) {
  return holdings.flatMap((holding) => {
    const configured = facts.kycTokens.find(({ token }) => token === holding.token.address)
    const isBarred = holding.isPermissioned ? !holding.isAllowed : isUnlisted(configured, wallet)
    if (!isBarred) return []
    return [
      {
        kycUrl: configured?.kycUrl ?? pageOf(holding.token.address),
        tokenAddress: holding.token.address,
        chainId: facts.id as number,
      },
    ]
  })
}

function isUnlisted(configured: KycToken | undefined, wallet: Address): boolean {
  return configured !== undefined && !configured.allow?.includes(wallet)
}
