import { type LpSigning, useLpSigning } from '../../signing/liquidity/useLpSigning.ts'
import { useAccount } from '../../wallet/WalletGate.tsx'
import { createRequest } from './createRequest.ts'
import type { Market } from './Market.ts'
import type { Bounds } from './priceScale.ts'
import type { Deposit } from './useDeposit.ts'
import type { Form } from './useForm.ts'

type PositionOptions = {
  form: Form
  market: Market
  bounds: Bounds | undefined
  deposit: Deposit
  /** With the number of the position; v2 has none. */
  onCreated(id: string | undefined): void
}

/** Signing of the position as the form has it, and what is missing before it can begin. */
export function usePositionSigning({ form, market, bounds, deposit, onCreated }: PositionOptions): {
  signing: LpSigning
  missing: string | undefined
} {
  const account = useAccount()
  const { chainId, slippage } = form
  const request =
    account !== undefined && deposit.isValid
      ? createRequest({ ...deposit, market, bounds, chainId, wallet: account, slippage })
      : undefined
  const pair = `${market.tokenA.symbol}/${market.tokenB.symbol}`
  const signing = useLpSigning({
    request,
    tokens: [market.token0, market.token1],
    words: {
      title: market.pool ? 'Create the position' : 'Open the pool and create the position',
      doing: `Creating a ${market.protocol} position in ${pair}`,
      done: `Created a ${market.protocol} position in ${pair}`,
      failed: 'No position was created; gas was spent. Review it again.',
    },
    onMined: (receipt) => onCreated(positionId(receipt.logs)),
  })
  return { signing, missing: missingOf(account, deposit) }
}

function missingOf(account: string | undefined, deposit: Deposit): string | undefined {
  if (account === undefined) return 'Connect a wallet to see what you would sign.'
  if (deposit.set.amount === 0n) return 'Set an amount.'
  if (deposit.isFree && (deposit.other ?? 0n) === 0n) return 'Set both amounts: together they set the first price.'
  return deposit.isValid ? undefined : 'Correct the amounts above.'
}

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** The number of the position that was minted; v2 has none. */
function positionId(logs: readonly { topics: string[] }[]): string | undefined {
  const minted = logs.find(
    ({ topics }) => topics.length === 4 && topics[0] === TRANSFER && /^0x0+$/.test(topics[1] ?? ''),
  )
  return minted && String(BigInt(minted.topics[3] ?? 0))
}
