import { useState } from 'react'
import { readDecimal } from '#site/format.ts'
import { NATIVE } from '#site/positionUrl.ts'
import { paths, type TokenPage } from '../../api/launchpad.ts'
import { urlOf } from '../../api/request.ts'
import { config } from '../../api/siteData.ts'
import { useResource } from '../../api/useQuery.ts'
import { Button, LinkButton } from '../../components/Button.tsx'
import { Callout } from '../../components/Callout.tsx'
import { Field } from '../../components/Field.tsx'
import { Segments } from '../../components/Segments.tsx'
import { priceText } from '../../liquidity/priceText.ts'
import { type Market, scaleOf, startRatio, USUAL_FEES } from './Market.ts'
import { priceOf } from './priceScale.ts'
import type { Form } from './useForm.ts'
import type { MarketState } from './useMarket.ts'

/** A first price this far from the known one is warned of. */
const FAR = 0.1

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
  const { known, curve } = usePrices(state, market, form.chainId)
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
          {isThere && <span className="help warn">This pool already exists. Choose it above, or another fee.</span>}
        </div>
        <Field
          label="Starting price"
          value={price}
          onChange={setPrice}
          inputMode="decimal"
          suffix={unit}
          error={price.trim() !== '' && !isPrice ? priceProblem : undefined}
          help={price.includes(',') ? `= ${plain} ${unit}` : <PriceHelp {...{ known, curve }} onUse={setPrice} />}
        />
        <PriceNotes {...{ known, curve }} price={plain} />
        {protocol === 'v4' && (
          <Field
            label="Hook"
            aside="optional"
            value={hooks}
            onChange={setHooks}
            placeholder="0x…"
            autoComplete="off"
            error={isHook ? undefined : 'Type the address of a hook, or leave this empty'}
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

type NotesProps = { known: number | undefined; curve: number | undefined; price: string }

/** Warns of a price far from the known one, and of a token that still trades on its curve. */
function PriceNotes({ known, curve, price }: NotesProps) {
  const isFar = price !== '' && known !== undefined && Math.abs(Number(price) / known - 1) > FAR
  return (
    <>
      {isFar && (
        <Callout grade="danger" isAlert>
          <b>This price is far from the known one, {priceText(known)}.</b> Traders would take the difference from you.
        </Callout>
      )}
      {curve !== undefined && (
        <Callout grade="caution">
          This token still trades on its curve. Its own pool opens there when it graduates.
        </Callout>
      )}
    </>
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

type HelpProps = { known: number | undefined; curve: number | undefined; onUse(price: string): void }

function PriceHelp({ known, curve, onUse }: HelpProps) {
  if (known === undefined) return 'You set the first price. A wrong one is corrected by traders at your cost.'
  return (
    <>
      {known === curve ? 'The curve sells at' : 'Other pools of this pair are at'} {priceText(known)}.{' '}
      <LinkButton onClick={() => onUse(plainNumber(known))}>Use it</LinkButton>
    </>
  )
}

function usePrices(state: MarketState, market: Market, chainId: number) {
  const curve = useCurvePrice(market, chainId === config.chainId)
  return { curve, known: knownPrice(state, market) ?? curve }
}

/** The price on the curve where one token is ETH and the other a launch that has not graduated; B per A. */
function useCurvePrice({ tokenA, tokenB }: Market, isOwnChain: boolean): number | undefined {
  const [launched, isB] = isEth(tokenA) ? [tokenB, true] : [tokenA, false]
  const isPair = isOwnChain && isEth(tokenA) !== isEth(tokenB) && config.factory !== null
  const url = urlOf(paths.tokens, { search: launched.address, limit: 1 })
  const { data } = useResource<TokenPage>(isPair ? url : undefined)
  const [found] = data?.tokens ?? []
  if (!found || found.graduated || found.address.toLowerCase() !== launched.address.toLowerCase()) return undefined
  const inEth = Number(found.priceEth) / 1e18
  return isB ? 1 / inEth : inEth
}

function isEth({ address }: Market['tokenA']): boolean {
  return address === NATIVE || address.toLowerCase() === config.wrappedNative?.toLowerCase()
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
