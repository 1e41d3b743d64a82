import { useState } from 'react'
import { type Prepared, type TokenDetail, tokenUrl } from '../../api/launchpad.ts'
import { useResource } from '../../api/useQuery.ts'
import { QueryView } from '../../components/QueryView.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import type { Receipt } from '../../wallet/Receipt.ts'
import { ReceiptSheet } from '../ReceiptSheet.tsx'
import { ReviewSheet } from '../ReviewSheet.tsx'
import { launchpadStatement } from './launchpadStatement.tsx'
import type { LaunchpadBody } from './Reviewed.ts'
import { describeTrade } from './received.ts'
import { useLaunchpadSigning } from './useLaunchpadSigning.ts'
import { wordsOf } from './words.ts'

type Props = {
  body: LaunchpadBody
  /** An action that is sent first, with the same signature if the wallet supports it. */
  before?: LaunchpadBody
  /** Where the page knows it already; otherwise it is read. */
  token?: TokenDetail | undefined
  onClose(): void
  /** Called when the receipt is closed; onClose where it is left out. */
  onDone?(): void
  onMined?(receipt: Receipt, prepared: Prepared): void
  /** Actions that go on after the transaction show no receipt. */
  hasReceipt?: boolean
  /** Whether the wallet opens without a click where there is nothing to warn of. */
  isDirect?: boolean
}

/** Any action of the launchpad, reviewed and signed with the same safeguards wherever it is opened. */
export function LaunchpadReview({ token, ...props }: Props) {
  const address = props.body.token
  const read = useResource<TokenDetail>(address === undefined || token ? undefined : tokenUrl(address))
  const known = token ?? read.data
  if (address === undefined || known) return <Review {...props} token={known} />
  return (
    <Sheet title="Review what you will sign" onClose={props.onClose}>
      <QueryView query={read} what="the token" rows={3}>
        {() => null}
      </QueryView>
    </Sheet>
  )
}

function Review({
  body,
  before,
  token,
  onClose,
  onDone = onClose,
  onMined,
  hasReceipt = true,
  isDirect = false,
}: Props) {
  const [receipt, setReceipt] = useState<Receipt>()
  const symbol = token?.symbol ?? String(body['symbol'] ?? '')
  const signing = useLaunchpadSigning({
    body,
    before,
    symbol,
    words: wordsOf(body, symbol),
    describe: async (mined, prepared) =>
      body.token === undefined
        ? undefined
        : describeTrade(mined, prepared, { token: body.token, account: body.from, symbol }),
    onMined(mined, prepared) {
      if (hasReceipt) setReceipt(mined)
      onMined?.(mined, prepared)
    },
  })
  if (receipt) return <ReceiptSheet receipt={receipt} onDone={onDone} />
  return (
    <ReviewSheet
      signing={signing}
      isDirect={isDirect}
      statement={(prepared) => launchpadStatement({ body, prepared, token })}
      onClose={onClose}
    />
  )
}
