import { useState } from 'react'
import type { Position, TokenInformation } from '../../api/liquidity.ts'
import type { Figures } from '../../api/watches.ts'
import { KeyValues } from '../../components/KeyValues.tsx'
import { Segments } from '../../components/Segments.tsx'
import { ethWorth } from '../../liquidity/ethWorth.ts'
import { symbolText } from '../../liquidity/PairName.tsx'
import { usualQuote } from '../../liquidity/poolFigures.ts'
import { TokenFigure } from '../../liquidity/TokenFigure.tsx'
import { chainById } from '../../wallet/chains.ts'
import { PairAmounts } from './PairAmounts.tsx'

type Props = { position: Position; figures: Figures }

/** The sums of a history, and its result in one of the two tokens. */
export function HistoryFigures({ position, figures }: Props) {
  const { token0, token1, chainId } = position
  const [quote, setQuote] = useState(() => usualQuote([token0, token1], chainById(chainId).wrappedNative))
  const sums = [
    ['Deposited', figures.deposited],
    ['Withdrawn', figures.withdrawn],
    ['Fees earned', figures.fees],
    ['Holds now', figures.holds],
  ] as const
  return (
    <>
      <KeyValues
        isRuled
        facts={sums.map(([term, of]) => ({
          key: term,
          term,
          value: <PairAmounts {...{ of, position }} sqrtRatioX96={figures.sqrtRatioX96} />,
        }))}
      />
      <div className="row wrap">
        <h3 className="grow">Result at the current price</h3>
        <Segments
          label="Show the result in"
          size="small"
          value={quote}
          options={[
            { value: 'token0', label: <bdi>{symbolText(token0)}</bdi> },
            { value: 'token1', label: <bdi>{symbolText(token1)}</bdi> },
          ]}
          onChange={setQuote}
        />
      </div>
      <ResultFacts
        result={figures.results[quote]}
        token={position[quote]}
        worth={(amount) =>
          ethWorth(position, quote === 'token0' ? [amount, 0n] : [0n, amount], BigInt(figures.sqrtRatioX96))
        }
      />
    </>
  )
}

type ResultProps = {
  result: Figures['results']['token0']
  token: TokenInformation
  /** In wei. */
  worth(amount: bigint): bigint | undefined
}

function ResultFacts({ result, token, worth }: ResultProps) {
  const [loss, net] = [BigInt(result.lossAgainstHolding), BigInt(result.net)]
  const isAhead = net >= 0n
  const rows: [term: string, amount: bigint, tone?: string][] = [
    ['All deposits, if you had kept them', BigInt(result.heldValue)],
    ['Position and withdrawals, without fees', BigInt(result.positionValue)],
    loss < 0n ? ['Gain against holding', -loss] : ['Loss against holding', loss],
    ['Fees earned', BigInt(result.feesValue)],
    isAhead ? ['Ahead of holding, fees included', net, 'up'] : ['Behind holding, fees included', -net, 'down'],
  ]
  return (
    <KeyValues
      isRuled
      facts={rows.map(([term, amount, tone]) => ({
        ...{ key: term, term, tone },
        value: <TokenFigure amount={amount} token={token} wei={worth(amount)} />,
      }))}
    />
  )
}
