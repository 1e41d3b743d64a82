import type { Address } from 'viem'
import type { ChainFacts, KycToken } from '#chain/ChainFacts.ts'
import type { Holding } from '#liquidity/pools/Snapshot.ts'

/** A warning for each token that the wallet may not provide: what the chain says counts, then what is configured. */
export function kycWarnings(facts: ChainFacts, wallet: Address, holdings: readonly Holding[]) {
  return holdings.flatMap((holding) => {
    const configured = facts.kycTokens.find(({ token }) => token === holding.token.address)
    const isBarred = holding.isPermissioned ? !holding.isAllowed : isUnlisted(configured, wallet)
    if (!isBarred) return []
    return [
      {
        kycUrl: configured?.kycUrl ?? explorerPage(facts, holding.token.address),
        tokenAddress: holding.token.address,
        chainId: facts.id as number,
      },
    ]
  })
}

function isUnlisted(configured: KycToken | undefined, wallet: Address): boolean {
  return configured !== undefined && !configured.allow?.includes(wallet)
}

// Without a configured page the token's own is the only place to learn how to be admitted; without an explorer a wallet
// can still be pointed at it (ERC-681).
function explorerPage({ explorerUrl, id }: ChainFacts, token: Address): string {
  return explorerUrl ? `${explorerUrl}/token/${token}` : `ethereum:${token}@${id}`
}
