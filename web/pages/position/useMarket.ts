import { useEffect } from 'react'
import type { FoundPool, FoundPools } from '../../api/liquidity.ts'
import { type RequestFailure, urlOf } from '../../api/request.ts'
import { useResource } from '../../api/useQuery.ts'
import { useToken } from '../../liquidity/tokens.ts'
import { chainById } from '../../wallet/chains.ts'
import { choosePool, poolsFor } from './choosePool.ts'
import { type Market, marketOf } from './Market.ts'
import type { ChangeForm, Form } from './useForm.ts'
import { withUnreadPools } from './withUnreadPools.ts'

const POLL_MS = 8_000

export type MarketState = {
  market: Market | undefined
  /** Of the chosen protocol and pair. */
  pools: readonly FoundPool[]
  /** Of the pair over all protocols, for a price to compare with. */
  all: readonly FoundPool[]
  incomplete: string | undefined
  isLoading: boolean
  failure: RequestFailure | undefined
  tokenProblem: string | undefined
  retry(): void
}

/** The tokens and the pool that the form names, read again while the page is open. */
export function useMarket(form: Form, change: ChangeForm): MarketState {
  const a = useToken(form.tokenA, form.chainId)
  const b = useToken(form.tokenB, form.chainId)
  const url = searchUrl(form)
  const resource = useResource<FoundPools>(url, { pollMs: POLL_MS, followsMined: true, merge: withUnreadPools })
  const found = resource.dataKey === url ? resource.data : undefined
  useNamedPool({ form, found, change })
  const { wrappedNative } = chainById(form.chainId)
  const pools = found && isPair(form) ? poolsFor(form, found.pools, wrappedNative) : []
  const tokens = found && isPair(form) && a.token && b.token ? { tokenA: a.token, tokenB: b.token } : undefined
  return {
    market: tokens && marketOf({ form, ...tokens, pool: choosePool(form, pools), wrappedNative }),
    pools,
    all: found?.pools ?? [],
    incomplete: found?.incomplete.find(({ protocol }) => protocol.toLowerCase() === form.protocol)?.reason,
    isLoading: url !== undefined && found === undefined && resource.failure === undefined,
    failure: found === undefined ? resource.failure : undefined,
    tokenProblem: a.problem ?? b.problem,
    retry: resource.reload,
  }
}

function isPair({ tokenA, tokenB }: Form): boolean {
  return tokenA !== undefined && tokenB !== undefined && tokenA !== tokenB
}

/** Where the pools of the form are found: by its tokens, or the one it names. */
function searchUrl(form: Form): string | undefined {
  const { chainId, tokenA, tokenB, pool } = form
  if (isPair(form)) return urlOf('/api/liquidity/pools', { chainId, tokenA, tokenB })
  return pool === undefined ? undefined : urlOf('/api/liquidity/pools', { chainId, reference: pool })
}

/** A form that names nothing but a pool gets its tokens and its protocol from there. */
function useNamedPool({
  form,
  found,
  change,
}: {
  form: Form
  found: FoundPools | undefined
  change: ChangeForm
}): void {
  const named = isPair(form) || form.pool === undefined ? undefined : found?.pools[0]
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each pool
  useEffect(() => {
    if (!named) return
    change({
      protocol: named.protocol.toLowerCase() as Form['protocol'],
      tokenA: named.token0.address,
      tokenB: named.token1.address,
    })
  }, [named?.reference])
}
