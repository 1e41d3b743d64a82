import { type Address, concat, encodeFunctionData, type Hex, parseAbi, slice, toFunctionSelector, toHex } from 'viem'
import { expect } from 'vitest'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import { managerOf } from '#mandates/rules/orderExit.ts'
import type { TestLp } from '../liquidity/lp.ts'
import { liquidityOf } from '../liquidity/recipes.ts'
import type { Mandate } from './mandate.ts'
import { EXECUTOR } from './order.ts'

/** The errors of the condition of an order. */
export const REFUSED = toFunctionSelector('NotTheOrder()')
export const OUT_OF_BOUNDS = toFunctionSelector('OutOfBounds(uint256,uint256,uint256)')

type Owned = { protocol: 'V3' | 'V4'; tokenId: bigint; pool: { token0: Address; token1: Address } }
export type PositionThefts = ReturnType<typeof positionThefts>

const abi = parseAbi(['function transferFrom(address from, address to, uint256 tokenId)'])

/** Thefts around orders on positions of an owner. */
export function positionThefts({ lp, opened }: { lp: TestLp; opened: Mandate }) {
  const address = (index: number) => lp.devnet.account(index).address
  const balances = ({ pool }: Owned, account: Address) =>
    Promise.all([lp.balance(pool.token0, account), lp.balance(pool.token1, account)])
  const left = ({ protocol, tokenId }: Owned) => liquidityOf(lp, protocol, tokenId)
  return {
    address,
    balances,
    left,
    /** The transaction must revert, for this reason if one is named, and change nothing of the owner's. */
    async expectTheft(held: Owned, data: Hex, reason?: string, index = EXECUTOR): Promise<void> {
      const before = [await balances(held, opened.owner), await left(held)]
      if (reason) expect(await opened.refusal(address(index), data)).toContain(reason)
      const call = { to: FRAMEWORK.DelegationManager, data, gas: 3_000_000n }
      expect((await lp.devnet.submit(index, call)).status).toBe('reverted')
      expect([await balances(held, opened.owner), await left(held)]).toEqual(before)
    },
    /** The executor in place of any word of the call is refused. */
    async expectWordsBound(signed: Delegation.SignedDelegation, calls: readonly Delegation.Execution[]): Promise<void> {
      const [deed, ...rest] = calls as [Delegation.Execution, ...Delegation.Execution[]]
      const { data } = deed
      const length = (data.length - 2) / 2
      const thief = toHex(BigInt(address(EXECUTOR)), { size: 32 })
      for (let at = 4; at + 32 <= length; at += 32) {
        const after = at + 32 < length ? slice(data, at + 32) : '0x'
        const other = { ...deed, data: concat([slice(data, 0, at), thief, after]) }
        const calldata = Delegation.redeemBatch(signed, [other, ...rest])
        expect(await opened.refusal(address(EXECUTOR), calldata), `byte ${at}`).toContain(REFUSED)
      }
    },
    give({ protocol, tokenId }: Owned, from: number, to: number) {
      const args = [address(from), address(to), tokenId] as const
      const data = encodeFunctionData({ abi, functionName: 'transferFrom', args })
      return lp.devnet.send(from, { to: managerOf(opened.targets, protocol), data })
    },
  }
}
