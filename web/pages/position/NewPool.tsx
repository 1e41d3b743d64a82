import { useState } from 'react'
import { readDecimal } from '#site/format.ts'
import { NATIVE } from '#site/positionUrl.ts'
import { Button, LinkButton } from '../../components/Button.tsx'
import { Field } from '../../components/Field.tsx'
import { Segments } from '../../components/Segments.tsx'
import { priceText } from '../../liquidity/priceText.ts'
import { type Market, scaleOf, startRatio, USUAL_FEES } from './Market.ts'
import { priceOf } from './priceScale.ts'
import type { Form } from './useForm.ts'
import type { MarketState } from './useMarket.ts'

type Kind = { fee?: number; tickSpacing?: number; hooks?: string | undefined; startPrice?: string }
type Props = { form: Form; market: Market; state: MarketState; onOpen(kind: Kind): void }

/** A pool that the same transaction opens: its fee and its first price; a v2 pair has neither to choose. */
export function NewPool(props: Props) {
  if (props.market.protocol !== 'v2') return <NewConcentrated {...props} />
  return (
    <Button kind="primary" onClick={() => props.onOpen({})}>
      Open the pair
    </Button>
  )
}

function NewConcentrated({ form, market, state, onOpen }: Props) {
  const [fee, setFee] = useState(String(form.fee ?? 3_000))
  const [price, setPrice] = useState(form.startPrice ?? '')
  const [hooks, setHooks] = useState(form.hooks ?? '')
  const { tokenA, tokenB, protocol } = market
  const unit = `${tokenB.symbol} per ${tokenA.symbol}`
  const { usual, plain, hook, isPrice, priceProblem, isHook, isThere } = readKind({ fee, price, hooks }, market, state)
  return (
    <details className="new-pool" open={state.pools.length === 0 || form.startPrice !== undefined}>
      <summary className="bold">Open a new pool</summary>
      <div className="stack">
        <div className="field">
          <span className="field-label">
            <span>Fee of every trade</span>
          </span>
          <Segments
            label="Fee of every trade"
            value={fee}
            options={USUAL_FEES.map((one) => ({ value: String(one.fee), label: `${one.fee / 10_000} %` }))}
            onChange={setFee}
          />
          {isThere && <span className="help warn">This pool is there already. Choose it above, or another fee.</span>}
        </div>
        <Field
          label="Starting price"
          value={price}
          onChange={setPrice}
          inputMode="decimal"
          suffix={unit}
          error={price.trim() !== '' && !isPrice ? priceProblem : undefined}
          help={
            price.includes(',') ? (
              `= ${plain} ${unit}`
            ) : (
              <PriceHelp known={knownPrice(state, market)} onUse={setPrice} />
            )
          }
        />
        {protocol === 'v4' && (
          <Field
            label="Hook"
            aside="optional"
            value={hooks}
            onChange={setHooks}
            placeholder="0x…"
            autoComplete="off"
            error={isHook ? undefined : 'An address of a hook, or nothing'}
          />
        )}
        <Button
          kind="primary"
          disabled={!isPrice || !isHook || isThere}
          onClick={() =>
            onOpen({
              fee: usual.fee,
              tickSpacing: usual.tickSpacing,
              hooks: hook,
              startPrice: plain,
            })
          }
        >
          Open a pool with this price
        </Button>
      </div>
    </details>
  )
}

/** The typed pool: its price, its hook, and whether it exists already. */
function readKind(typed: { fee: string; price: string; hooks: string }, market: Market, { pools }: MarketState) {
  const price = readDecimal(typed.price)
  const plain = price.value ?? ''
  const usual = USUAL_FEES.find((one) => String(one.fee) === typed.fee) ?? USUAL_FEES[2]
  const hook = typed.hooks.trim() || undefined
  return {
    usual,
    plain,
    hook,
    isPrice: startRatio(plain, market) !== undefined,
    priceProblem: price.problem ?? 'Type a price above zero, such as 2981.4.',
    isHook: hook === undefined || /^0x[0-9a-fA-F]{40}$/.test(hook),
    isThere: hasPool(pools, { ...usual, hook: hook ?? NATIVE }),
  }
}

function hasPool(pools: MarketState['pools'], wanted: { fee: number; tickSpacing: number; hook: string }): boolean {
  return pools.some(
    ({ fee, tickSpacing, hookAddress = NATIVE }) =>
      fee === wanted.fee && tickSpacing === wanted.tickSpacing && hookAddress === wanted.hook,
  )
}

function PriceHelp({ known, onUse }: { known: number | undefined; onUse(price: string): void }) {
  if (known === undefined) return 'You set the first price. A wrong one is corrected by traders at your cost.'
  return (
    <>
      Other pools of this pair are at {priceText(known)}.{' '}
      <LinkButton onClick={() => onUse(plainNumber(known))}>Use it</LinkButton>
    </>
  )
}

/** The price of the deepest pool of the pair, of whichever protocol. */
function knownPrice({ all }: MarketState, market: Market): number | undefined {
  const deepest = all.find(({ liquidity, sqrtRatioX96 }) => liquidity !== '0' && sqrtRatioX96 !== '0')
  if (!deepest) return undefined
  const price = priceOf(BigInt(deepest.sqrtRatioX96), {
    ...scaleOf(market, 'B'),
    isFlipped: !isSameOrder(deepest, market),
  })
  return Number.isFinite(price) ? price : undefined
}

/** Whether token0 of a pool is token A; ETH and WETH count as the same. */
function isSameOrder({ token0, token1 }: MarketState['all'][number], { tokenA, tokenB }: Market): boolean {
  const is = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  return is(token0.address, tokenA.address) || is(token1.address, tokenB.address)
}

function plainNumber(price: number): string {
  return price.toLocaleString('en-US', { useGrouping: false, maximumSignificantDigits: 8 })
}
