import { type Address, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { describeAmount } from '#liquidity/answer/describe.ts'
import type { Payload } from '#liquidity/calldata/abiWords.ts'
import * as router from '#liquidity/calldata/router.ts'
import * as v2 from '#liquidity/calldata/v2.ts'
import { heldToken, isListed, named, probedRouterOf, v2Of } from '#liquidity/deployment.ts'
import type { Draft } from '#liquidity/deposits/Draft.ts'
import { currenciesOf } from '#liquidity/plans/currenciesOf.ts'
import type { Block, Token } from '#liquidity/pools/Snapshot.ts'
import { none } from '#liquidity/withdrawals/Withdrawal.ts'
import type { PoolKey } from '#uniswap/PoolKey.ts'

/** A swap of an exact amount in one pool, as a step of its own: the wallet pays and is paid. */
export type PlannedSwap = {
  readonly paid: Token
  readonly received: Token
  readonly amountIn: bigint
  readonly expectedOut: bigint
  readonly minimumOut: bigint
  /** Percent, the fee of the pool included. */
  readonly priceImpact: number
}

export type Swapping = {
  readonly swap: PlannedSwap
  readonly wallet: Address
  readonly deadline: bigint
  readonly block: Block
}

type Encoded = {
  readonly to: Address
  readonly payload: Payload
  readonly path: readonly [Address, Address]
  readonly terms: Readonly<Record<string, unknown>>
}

export function draftSwapV4(chain: Chain, key: PoolKey, swapping: Swapping): Draft {
  const { swap, wallet, deadline } = swapping
  const { paid, received, amountIn, minimumOut } = swap
  const zeroForOne = paid.address === key.currency0
  const path = [paid.address, received.address] as const
  return draftOf(chain, swapping, {
    to: probedRouterOf(chain.facts, 'Swap elsewhere.'),
    payload: router.swapV4({ key, zeroForOne, amountIn, minimumOut, wallet, deadline }),
    path,
    terms: {
      ...{ fee: key.fee, tickSpacing: key.tickSpacing, hooks: key.hooks, ...currenciesOf(key) },
      ...{ zeroForOne, amountIn, amountOutMinimum: minimumOut, recipient: wallet },
      ...{ currency: path, amount: [amountIn, 0n], payerIsUser: paid.address !== zeroAddress },
    },
  })
}

/** The same in a v3 pool; native currency is wrapped on the way. */
export function draftSwapV3(chain: Chain, fee: number, swapping: Swapping): Draft {
  const { facts } = chain
  const { swap, wallet, deadline } = swapping
  const { paid, received, amountIn, minimumOut } = swap
  const isWrapped = paid.address === zeroAddress
  const token = heldToken(facts, 'V3', paid.address)
  const path = [token, received.address] as const
  return draftOf(chain, swapping, {
    to: probedRouterOf(facts, 'Swap elsewhere.'),
    payload: router.swapV3({
      token,
      fee,
      received: received.address,
      amountIn,
      minimumOut,
      wallet,
      isWrapped,
      deadline,
    }),
    path,
    terms: {
      ...{ path: router.pathOf({ token, fee }, received.address), amountIn, amountOutMinimum: minimumOut },
      ...(isWrapped && { amount: amountIn }),
      ...{ payerIsUser: !isWrapped, recipient: isWrapped ? [router.ROUTER, wallet] : wallet },
    },
  })
}

/** The same in a v2 pair, whose router wraps and unwraps native currency itself. */
export function draftSwapV2(chain: Chain, path: Encoded['path'], swapping: Swapping): Draft {
  const { swap, wallet: recipient, deadline } = swapping
  const { paid, received, amountIn, minimumOut } = swap
  const native = nativeEnd(paid.address, received.address)
  return draftOf(chain, swapping, {
    to: v2Of(chain.facts).router,
    payload: v2.swap({ path, native, amountIn, minimumOut, recipient, deadline }),
    path,
    terms: { ...(native !== 'in' && { amountIn }), amountOutMin: minimumOut, path, to: recipient },
  })
}

function nativeEnd(paid: Address, received: Address): 'in' | 'out' | undefined {
  if (paid === zeroAddress) return 'in'
  return received === zeroAddress ? 'out' : undefined
}

function draftOf({ facts }: Chain, { swap, deadline, block }: Swapping, encoded: Encoded): Draft {
  const { paid, received, amountIn, expectedOut, minimumOut } = swap
  const { to, payload, path, terms } = encoded
  const isTrusted = isListed(facts, received.address)
  return {
    to,
    payload,
    block,
    summary:
      `Swap ${describeAmount(amountIn, paid)} on ${named(facts)} for ${describeAmount(expectedOut, received)}, ` +
      `at least ${describeAmount(minimumOut, received)}.`,
    stated: {
      deadline,
      moves: [],
      terms,
      swap: {
        paid: { token: paid.address, amount: amountIn },
        received: { token: received.address, atLeast: minimumOut },
        path,
      },
    },
    limits: {
      pay: [{ token: paid.address, atMost: amountIn, enforced: isListed(facts, paid.address) }],
      receive: [
        {
          token: received.address,
          atLeast: minimumOut,
          enforced: isTrusted,
          ...(!isTrusted && { heldBy: 'pool' as const }),
        },
      ],
    },
    tokens: [paid, received],
    approvals: none,
  }
}
