import { useState } from 'react'
import { formatEther } from 'viem/utils'
import { readAmount } from '#site/format.ts'
import type { Position, TokenInformation } from '../../api/liquidity.ts'
import { type CompoundRequest, type PreparedOrder, prepareCompound } from '../../api/orders.ts'
import { Field } from '../../components/Field.tsx'
import { symbolText } from '../../liquidity/PairName.tsx'
import { amountText, decimalsOf, usualQuote } from '../../liquidity/poolFigures.ts'
import { chainById } from '../../wallet/chains.ts'
import { nameOf } from './nameOf.ts'
import { type TypedTerms, termsOf } from './orderTerms.ts'
import { PositionOrderSheet } from './PositionOrderSheet.tsx'

type Props = { position: Position; wallet: string; onClose(): void }

/** Asks how much of the fees of a v4 position becomes its liquidity, once they are earned. */
export function CompoundOrderSheet({ position, wallet: owner, onClose }: Props) {
  const [amount, setAmount] = useState('')
  const quote = usualQuote([position.token0, position.token1], chainById(position.chainId).wrappedNative)
  const counted = position[quote]
  const { value } = readAmount(amount, decimalsOf(counted))
  function requestOf(typed: TypedTerms): CompoundRequest | undefined {
    const terms = termsOf(typed)
    if (!value || !terms || position.tokenId === undefined) return undefined
    return { owner, tokenId: position.tokenId, [quote === 'token0' ? 'amount0' : 'amount1']: String(value), ...terms }
  }
  return (
    <PositionOrderSheet
      title={`Compound ${nameOf(position)} once`}
      reviewTitle="Review the compound"
      prepare={prepareCompound}
      meaningOf={(answer) => compoundMeaning(answer, position)}
      wordsOf={({ compound }) =>
        compound && compound.tokenId === position.tokenId ? (
          <>Compounds up to {mostOf(compound, position)}</>
        ) : undefined
      }
      {...{ owner, onClose, requestOf }}
    >
      <p className="text-compact muted">
        Sign now. Anybody can execute it once the fees pay for it. It uses only fees, and pays you the rest.
      </p>
      <Field
        label="Fees to add"
        suffix={symbolText(counted)}
        inputMode="decimal"
        value={amount}
        onChange={setAmount}
        help={`It has earned ${withSymbol(position.uncollectedFees?.[quote].amount ?? '0', counted)}. The fitting amount of the other token is added too.`}
      />
    </PositionOrderSheet>
  )
}

const withSymbol = (amount: string, token: TokenInformation) =>
  `${amountText(BigInt(amount), token)} ${symbolText(token)}`

type Most = { amount0Max: string; amount1Max: string }
const mostOf = ({ amount0Max, amount1Max }: Most, { token0, token1 }: Position) =>
  `${withSymbol(amount0Max, token0)} and ${withSymbol(amount1Max, token1)}`

/** The answer of the service in whole tokens, the worst case first. */
function compoundMeaning({ worstCase, compound, meaning }: PreparedOrder, position: Position): string[] {
  if (!compound) return meaning
  return [
    `Worst case: ${mostOf(compound, position)} out of its fees become liquidity at the worst price that these amounts allow, and you pay ${formatEther(BigInt(worstCase.eth))} ETH.`,
    'It adds them once the fees of the position pay for all of it. You get the remaining fees. It takes nothing else from you.',
    ...meaning.slice(2),
  ]
}
