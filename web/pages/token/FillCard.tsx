import { lazy, Suspense, useState } from 'react'
import { fixed, readAmount } from '#site/format.ts'
import type { TokenDetail } from '../../api/launchpad.ts'
import { config } from '../../api/siteData.ts'
import { AmountField } from '../../components/AmountField.tsx'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { ETH } from '../../components/Flag.tsx'
import { nativeOf } from '../../liquidity/tokens.ts'
import type { LpRequest } from '../../signing/liquidity/LpRequest.ts'
import { useStore } from '../../store.ts'
import { openWallet } from '../../wallet/WalletButton.tsx'
import { useAccount } from '../../wallet/WalletGate.tsx'
import { fillRequest } from './fillRequest.ts'
import { tradeSettings } from './tradeSettings.ts'

// Loaded when a review is opened.
const LpReview = lazy(async () => ({ default: (await import('../../signing/liquidity/LpReview.tsx')).LpReview }))

/** Hundredths of a percent of the curve from which on the card is shown. */
const SHOWN_BPS = 5_000

/** Fills the curve and adds to the pool that this opens, in one step. */
export function FillCard({ token }: { token: TokenDetail }) {
  const account = useAccount()
  const [text, setText] = useState('')
  // The request stays as it was reviewed: once it is mined the token is graduated.
  const [request, setRequest] = useState<LpRequest>()
  const { slippageBps } = useStore(tradeSettings)
  const { address, symbol, graduated, progressBps } = token
  if (!request && (graduated || progressBps < SHOWN_BPS)) return null
  const missing = BigInt(token.gradEthTarget) - BigInt(token.realEthRaised)
  const provided = readAmount(text).value
  const { chainId } = config
  function review(): void {
    if (account === undefined) openWallet()
    else if (provided)
      setRequest(fillRequest({ token: address, missing, provided, chainId, wallet: account, slippageBps }))
  }
  return (
    <Card title="Fill the curve and provide">
      <p className="text-small muted">
        Buys the rest of the curve for about {fixed(missing, 3)} ETH, and adds ETH and {symbol} to the pool that this
        opens, over its full range.
      </p>
      <AmountField label="ETH for the pool" text={text} onChange={setText} unit={ETH} purpose="For the pool" />
      <Button icon="droplets" disabled={account !== undefined && !provided} onClick={review}>
        Review both
      </Button>
      {request && (
        <Suspense>
          <LpReview
            request={request}
            tokens={[nativeOf(chainId), { address, symbol, decimals: 18 }]}
            words={{
              title: 'Provide to the new pool',
              doing: `Filling the curve of ${symbol}`,
              done: `Filled the curve of ${symbol} and provided liquidity`,
              failed: 'Nothing was bought or added; gas was spent.',
            }}
            what={<>Buy the rest of the curve of {symbol}, which graduates it, and provide liquidity to its pool.</>}
            onClose={() => setRequest(undefined)}
          />
        </Suspense>
      )}
    </Card>
  )
}
