import { type Address, formatEther, type Hex, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { CallReverted } from '#chain/failures.ts'
import { none } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import { define, type Operation } from '#core/Operation.ts'
import { readOrder } from '#mandates/actions/readRows.ts'
import type { Context } from '#mandates/Context.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import type { Order } from '#mandates/rules/Order.ts'
import { orderStatus } from '#mandates/rules/orderStatus.ts'
import { callsOf } from '#mandates/rules/orderTrade.ts'
import { Execution, ExecutionRequest } from '#mandates/wire/orders.ts'

/** A graduating buy is the costliest trade. */
const GAS_LIMIT = 2_000_000n

/** The executor needs nothing of the owner: no approval, no key. */
export function prepareExecution(context: Context): Operation {
  return define({
    name: 'prepareExecution',
    method: 'GET',
    path: '/api/orders/{id}/execution',
    tag: 'orders',
    summary: 'Get the transaction with which an account executes an order and is paid its tip.',
    description:
      'Refused with the reason while the chain would refuse it. If somebody else comes first, the transaction reverts, and its sender has paid the gas.',
    access: none,
    limit: 'read',
    errors: ['not_found', 'failed_precondition', 'unavailable'],
    request: ExecutionRequest,
    response: Execution,
    async handle({ id, executor }) {
      const chain = context.chain.agreed()
      const { decoded, facts } = await readOrder({ ...context, chain }, id)
      const { order, delegation } = decoded
      const status = orderStatus(facts, order)
      if (status !== 'ready')
        throw new ApiError(
          'failed_precondition',
          `The order is ${status}, not ready. Try again when its status changes.`,
        )
      const data = Delegation.redeemBatch(delegation, callsOf(order, context.targets, executor))
      await requireSuccess(chain, { from: executor, to: FRAMEWORK.DelegationManager, data })
      return {
        ...(await toWire(context, { from: executor, data, order })),
        tip: order.tip,
        quote: facts.quote ?? 0n,
        blockNumber: facts.block.number,
      }
    },
  })
}

/** A revert would cost the executor its gas. */
async function requireSuccess(chain: Chain, call: { from: Address; to: Address; data: Hex }): Promise<void> {
  try {
    await chain.call({ ...call, gas: GAS_LIMIT })
  } catch (error) {
    if (!(error instanceof CallReverted)) throw error
    throw new ApiError(
      'failed_precondition',
      'The chain refuses the execution by this account. Send an executor that can receive ETH, or try again later.',
    )
  }
}

type Built = { from: Address; data: Hex; order: Order }

async function toWire({ attest }: Context, { from, data, order }: Built) {
  const to = FRAMEWORK.DelegationManager
  const stated = {
    call: 'redeemDelegations',
    limits: { pay: [], receive: [{ token: zeroAddress, atLeast: order.tip }] },
    terms: { delegator: order.owner, delegate: Delegation.ANYBODY },
  }
  const statement = await attest.transaction({ chainId: LAUNCH_CHAIN_ID, from, to, data, value: 0n, stated })
  const transaction = { to, from, data, value: '0x00' as const, chainId: LAUNCH_CHAIN_ID, gasLimit: GAS_LIMIT }
  const summary = `Executes an order of ${order.owner} and pays you its tip of ${formatEther(order.tip)} ETH.`
  return { chainId: LAUNCH_CHAIN_ID, summary, transaction, statement }
}
