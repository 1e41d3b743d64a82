import { shortAddress } from '#site/format.ts'
import { NATIVE } from '#site/positionUrl.ts'
import type { FoundPool } from '../../api/liquidity.ts'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { Chip } from '../../components/Chip.tsx'
import { Failure, SkeletonRows } from '../../components/States.tsx'
import { chainName } from '../../liquidity/ChainSelect.tsx'
import { TokenField } from '../../liquidity/TokenField.tsx'
import { type TokenInfo, useToken } from '../../liquidity/tokens.ts'
import { feeText } from './Market.ts'
import { NewPool } from './NewPool.tsx'
import type { ChangeForm, Form } from './useForm.ts'
import type { MarketState } from './useMarket.ts'

type Props = { form: Form; state: MarketState; change: ChangeForm; onDone(): void }

/** Fields that belong to one pool and are cleared for another. */
const FORGET = {
  pool: undefined,
  fee: undefined,
  tickSpacing: undefined,
  hooks: undefined,
  startPrice: undefined,
  lower: undefined,
  upper: undefined,
}

/** The two tokens and one of their pools, or a pool that is opened with the position. */
export function PoolChoice({ form, state, change, onDone }: Props) {
  const { token: tokenA } = useToken(form.tokenA, form.chainId)
  const { token: tokenB } = useToken(form.tokenB, form.chainId)
  const choose = (side: 'A' | 'B') => (token: TokenInfo) => {
    const [own, other] = side === 'A' ? (['tokenA', 'tokenB'] as const) : (['tokenB', 'tokenA'] as const)
    const isSwap = form[other] === token.address
    change({
      ...FORGET,
      amountA: undefined,
      amountB: undefined,
      [own]: token.address,
      ...(isSwap && { [other]: form[own] }),
    })
  }
  return (
    <Card
      title="Pool"
      aside={
        state.market && (
          <Button size="small" onClick={onDone}>
            Cancel
          </Button>
        )
      }
    >
      <div className="two">
        <TokenField label="First token" chainId={form.chainId} token={tokenA} onChoose={choose('A')} />
        <TokenField label="Second token" chainId={form.chainId} token={tokenB} onChoose={choose('B')} />
      </div>
      {state.tokenProblem !== undefined && (
        <Failure title="One of the tokens cannot be read.">{state.tokenProblem}</Failure>
      )}
      {state.failure && (
        <Failure title={`Pools on ${chainName(form.chainId)} cannot be read.`} retry={state.retry}>
          {state.failure.message}
        </Failure>
      )}
      {state.isLoading && <SkeletonRows rows={2} label="Looking for pools" />}
      {state.market && (
        <Pools
          form={form}
          state={state}
          onChoose={(pool) => {
            change({ ...FORGET, ...tokensOf(pool, form), pool: pool.reference })
            onDone()
          }}
          onOpen={(kind) => {
            change({ ...FORGET, ...kind })
            onDone()
          }}
        />
      )}
    </Card>
  )
}

/** On v4 ETH and its wrapped form are different tokens: the form takes those of the pool. */
function tokensOf(pool: FoundPool, { tokenA, protocol }: Form) {
  if (protocol !== 'v4') return {}
  const isAFirst = pool.token0.address.toLowerCase() === tokenA?.toLowerCase()
  const [a, b] = isAFirst ? [pool.token0, pool.token1] : [pool.token1, pool.token0]
  return { tokenA: a.address, tokenB: b.address }
}

const CHIPS: Record<string, string> = {
  FEE_ON_TRANSFER: 'fee on transfer',
  FEE_ON_TRANSFER_UNKNOWN: 'fee on transfer?',
  PERMISSIONED: 'permissioned',
  HOOKED: 'hook',
}

/** The warnings of a pool, one word each; the page shows them in full once it is chosen. */
function chipsOf({ warnings }: FoundPool): string[] {
  return [...new Set(warnings.flatMap(({ code }) => CHIPS[code] ?? []))]
}

type PoolsProps = {
  form: Form
  state: MarketState
  onChoose(pool: FoundPool): void
  onOpen(kind: { fee?: number; tickSpacing?: number; hooks?: string | undefined; startPrice?: string }): void
}

function Pools({ form, state, onChoose, onOpen }: PoolsProps) {
  const { pools, market, incomplete } = state
  if (!market) return null
  return (
    <>
      {pools.length === 0 ? (
        <p className="muted text-compact">
          There is no {form.protocol} pool of {market.tokenA.symbol} and {market.tokenB.symbol} yet. You can open it.
        </p>
      ) : (
        <ul className="choices pools">
          {pools.map((pool) => (
            <li key={pool.reference}>
              <button
                type="button"
                aria-pressed={pool.reference === market.pool?.reference}
                onClick={() => onChoose(pool)}
              >
                <span className="grow">
                  <b className="bold">{feeText(pool.fee).replace(/^./, (letter) => letter.toUpperCase())}</b>
                  <span className="text-small faint">
                    {pool.tickSpacing === undefined ? 'every price' : `tick spacing ${pool.tickSpacing}`}
                    {pool.hookAddress !== undefined &&
                      pool.hookAddress !== NATIVE &&
                      ` · hook ${shortAddress(pool.hookAddress)}`}
                    {pool.liquidity === '0' && ' · empty'}
                  </span>
                </span>
                {chipsOf(pool).map((words) => (
                  <Chip key={words} tone="warn">
                    {words}
                  </Chip>
                ))}
                <span className="mono text-small faint hide-small">{shortAddress(pool.reference)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {incomplete !== undefined && <p className="text-small faint">Pools may be missing: {incomplete}</p>}
      {(form.protocol !== 'v2' || pools.length === 0) && (
        <NewPool form={form} market={market} state={state} onOpen={onOpen} />
      )}
    </>
  )
}
