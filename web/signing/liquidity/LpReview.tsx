import { type ReactNode, useState } from 'react'
import type { Receipt } from '../../wallet/Receipt.ts'
import { ReceiptSheet } from '../ReceiptSheet.tsx'
import { ReviewSheet } from '../ReviewSheet.tsx'
import { lpStatement } from './lpStatement.tsx'
import { type LpOptions, useLpSigning } from './useLpSigning.ts'

type Props = Omit<LpOptions, 'onMined'> & {
  what: ReactNode
  choice?: ReactNode
  /** Called for Back, and when the receipt is closed. */
  onClose(): void
  onDone?: (() => void) | undefined
  onMined?: (() => void) | undefined
}

/** A request to the liquidity API, reviewed and carried out in a sheet of its own. */
export function LpReview({ request, tokens, words, what, choice, onClose, onDone = onClose, onMined }: Props) {
  const [receipt, setReceipt] = useState<Receipt>()
  const signing = useLpSigning({
    ...{ request, tokens, words },
    onMined(mined) {
      setReceipt(mined)
      onMined?.()
    },
  })
  if (receipt) return <ReceiptSheet receipt={receipt} onDone={onDone} />
  return (
    <ReviewSheet
      signing={signing}
      statement={(built) => lpStatement({ built, request, tokens, what })}
      choice={choice}
      onClose={onClose}
    />
  )
}
