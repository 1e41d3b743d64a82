import { useState } from 'react'
import type { Position } from '../../api/liquidity.ts'
import { Checkbox } from '../../components/Checkbox.tsx'
import { decimalsOf } from '../../liquidity/poolFigures.ts'
import { nativeOf, type TokenInfo } from '../../liquidity/tokens.ts'
import { LpReview } from '../../signing/liquidity/LpReview.tsx'
import { canCompound, collectRequest } from './collectRequest.ts'

type Props = { positions: readonly Position[]; chainId: number; wallet: string; onClose(): void }

/** The fees of several positions: to the wallet, or back into those positions that can take them. */
export function CollectSheet({ positions, chainId, wallet, onClose }: Props) {
  const [isCompounding, setCompounding] = useState(false)
  const hasChoice = positions.some(canCompound)
  return (
    <LpReview
      request={collectRequest({ positions, chainId, wallet }, isCompounding)}
      tokens={tokensOf(positions, chainId)}
      words={{
        title: 'Collect the fees',
        doing: `Collecting the fees of ${positions.length} positions`,
        done: `Collected the fees of ${positions.length} positions`,
        failed: 'Nothing was collected; gas was spent.',
      }}
      what={
        <>
          Collect what {positions.length} positions have earned.
          {isCompounding &&
            ' Where both tokens earned fees, they become liquidity of the position. All other fees go to your wallet.'}
        </>
      }
      choice={
        hasChoice && (
          <Checkbox isChecked={isCompounding} onChange={setCompounding}>
            Compound where both tokens earned fees
          </Checkbox>
        )
      }
      onClose={onClose}
      onDone={onClose}
    />
  )
}

function tokensOf(positions: readonly Position[], chainId: number): TokenInfo[] {
  const all = [nativeOf(chainId), ...positions.flatMap(({ token0, token1 }) => [token0, token1])]
  const unique = all.filter(({ address }, index) => all.findIndex((token) => token.address === address) === index)
  return unique.map((token) => ({ ...token, decimals: decimalsOf(token) }))
}
