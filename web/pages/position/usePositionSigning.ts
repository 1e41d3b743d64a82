import { NATIVE } from '#site/positionUrl.ts'
import type { TokenInfo } from '../../liquidity/tokens.ts'
import { type LpSigning, useLpSigning } from '../../signing/liquidity/useLpSigning.ts'
import { chainById } from '../../wallet/chains.ts'
import { useAccount } from '../../wallet/WalletGate.tsx'
import { createRequest } from './createRequest.ts'
import { opposite, type Side } from './deposit.ts'
import type { Market } from './Market.ts'
import { isWaiting } from './order.ts'
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
  const { chainId, slippage, kind, pay: side = 'A' } = form
  const request =
    account !== undefined && deposit.isValid
      ? createRequest({ ...deposit, kind, market, bounds, chainId, wallet: account, slippage })
      : undefined
  const signing = useLpSigning({
    request,
    tokens: [market.token0, market.token1, ...(kind === 'zap' ? wrappedIn(market, chainId) : [])],
    words: kind === 'order' ? orderWords(market, side) : positionWords(market),
    onMined: (receipt) => onCreated(positionId(receipt.logs)),
  })
  return { signing, missing: missingOf({ account, deposit, market, form, bounds }) }
}

/** Pools of v2 and v3 hold wrapped ETH, so a swap there pays it and a deposit needs an approval of it. */
function wrappedIn({ protocol, tokenA, tokenB }: Market, chainId: number): TokenInfo[] {
  const { wrappedNative } = chainById(chainId)
  const native = [tokenA, tokenB].find(({ address }) => address === NATIVE)
  if (!native || wrappedNative === null || protocol === 'v4') return []
  return [{ ...native, address: wrappedNative, symbol: `W${native.symbol}` }]
}

function positionWords({ pool, protocol, tokenA, tokenB }: Market) {
  const pair = `${tokenA.symbol}/${tokenB.symbol}`
  return {
    title: pool ? 'Create the position' : 'Open the pool and create the position',
    doing: `Creating a ${protocol} position in ${pair}`,
    done: `Created a ${protocol} position in ${pair}`,
    failed: 'No position was created; gas was spent. Review it again.',
  }
}

function orderWords(market: Market, sells: Side) {
  const what = `a range order that sells ${market[`token${sells}`].symbol} for ${market[`token${opposite(sells)}`].symbol}`
  return {
    title: market.pool ? 'Place the order' : 'Open the pool and place the order',
    doing: `Placing ${what}`,
    done: `Placed ${what}`,
    failed: 'No order was placed; gas was spent. Review it again.',
  }
}

type Missing = Pick<PositionOptions, 'form' | 'market' | 'bounds' | 'deposit'> & { account: string | undefined }

function missingOf({ account, deposit, market, form, bounds }: Missing): string | undefined {
  if (form.kind === 'order' && bounds && !isWaiting(market, form.pay ?? 'A', bounds))
    return 'Choose a price that the market has not reached.'
  if (form.kind === 'zap' && !market.pool)
    return 'A part is swapped in the pool, so the pool must exist. Provide two tokens.'
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
