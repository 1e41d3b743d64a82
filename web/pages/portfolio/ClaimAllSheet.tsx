import type { Token } from '../../api/launchpad.ts'
import { config } from '../../api/siteData.ts'
import { nativeOf } from '../../liquidity/tokens.ts'
import { LpReview } from '../../signing/liquidity/LpReview.tsx'
import { feesOf } from './feesOf.ts'

/** As many as one batch may name. */
const OPERATIONS_MAX = 6

type Props = { launches: readonly Token[]; wallet: string; onClose(): void }

/** The creator's fees of several launches, the largest first. */
export function ClaimAllSheet({ launches, wallet, onClose }: Props) {
  const claimed = launches.toSorted((a, b) => (feesOf(a) < feesOf(b) ? 1 : -1)).slice(0, OPERATIONS_MAX)
  const { chainId } = config
  const operations = claimed.map(({ address }) => ({
    operation: 'prepareLaunchTransaction',
    body: { action: 'claim', token: address },
  }))
  const what = `the fees of ${claimed.length} launches`
  return (
    <LpReview
      request={{ path: 'batch', body: { walletAddress: wallet, chainId, operations } }}
      tokens={[nativeOf(chainId)]}
      words={{
        title: 'Claim the fees',
        doing: `Claiming ${what}`,
        done: `Claimed ${what}`,
        failed: 'Nothing was claimed; gas was spent.',
      }}
      what={
        <>
          Claim {what} to your wallet.
          {claimed.length < launches.length && ' The others follow in the next claim.'}
        </>
      }
      onClose={onClose}
    />
  )
}
