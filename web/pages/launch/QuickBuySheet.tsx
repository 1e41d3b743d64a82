import { lazy, Suspense } from 'react'
import { cut } from '#site/format.ts'
import { type TokenDetail, tokenUrl } from '../../api/launchpad.ts'
import { useResource } from '../../api/useQuery.ts'
import { QueryView } from '../../components/QueryView.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { SkeletonRows } from '../../components/States.tsx'
import { useStore } from '../../store.ts'
import { quickBuy } from './quickBuy.ts'

const TradeBox = lazy(async () => ({ default: (await import('../token/TradeBox.tsx')).TradeBox }))

const WAIT = <SkeletonRows rows={3} label="Loading the trade box" />

/** The trade box over the list: the same box, review and receipt as on the page of the token. */
export function QuickBuySheet() {
  const token = useStore(quickBuy)
  return token ? <Open address={token.address} symbol={token.symbol} /> : null
}

function Open({ address, symbol }: { address: string; symbol: string }) {
  const read = useResource<TokenDetail>(tokenUrl(address), { followsMined: true })
  return (
    <Sheet title={`Buy ${cut(symbol, 12)}`} onClose={() => quickBuy.set(() => undefined)}>
      <QueryView query={read} what="the token" rows={3}>
        {(detail) => (
          <Suspense fallback={WAIT}>
            <p className="row spread">
              <bdi className="clip">{cut(detail.name)}</bdi>
              <a href={`/launch/${address}`}>Open its page</a>
            </p>
            <div className="trade">
              <TradeBox token={detail} />
            </div>
          </Suspense>
        )}
      </QueryView>
    </Sheet>
  )
}
