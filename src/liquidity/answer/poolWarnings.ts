import { type Address, zeroAddress } from 'viem'
import {
  changesDeposits,
  changesWithdrawals,
  DYNAMIC_FEE,
  mayRefuseDeposits,
  mayRefuseWithdrawals,
} from '#liquidity/hooks/Hooks.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import { describeToken } from './describe.ts'
import type { Warning } from './Limits.ts'

/** What somebody should know of a pool's hook before they bring tokens: the last bits of its address say what it may do. */
export function hookWarnings({ hooks, fee }: { hooks: Address | undefined; fee: number }): Warning[] {
  if (hooks === undefined || hooks === zeroAddress) return []
  const said: [isSaid: boolean, code: string, message: string][] = [
    [true, 'HOOKED', `A contract of somebody else, the hook ${hooks}, runs with this pool.`],
    [fee === DYNAMIC_FEE, 'DYNAMIC_FEE', 'Its hook sets the fee, and may change it at any time.'],
    [
      mayRefuseDeposits(hooks),
      'HOOK_MAY_REFUSE_DEPOSITS',
      'Its hook is asked before liquidity is added, and may refuse.',
    ],
    [changesDeposits(hooks), 'HOOK_MAY_TAKE_DEPOSITS', 'Its hook may take a part of what is added.'],
    [
      mayRefuseWithdrawals(hooks),
      'HOOK_MAY_LOCK',
      'Its hook runs when liquidity is removed, and may refuse: what is in the pool can be locked.',
    ],
    [changesWithdrawals(hooks), 'HOOK_MAY_TAKE_WITHDRAWALS', 'Its hook may keep a part of what is removed or earned.'],
  ]
  return said.filter(([isSaid]) => isSaid).map(([, code, message]) => ({ code, message }))
}

/** A pool of tokens that only admitted wallets may hold; without `tokens` it is not known which of the two. */
export function permissionWarnings(tokens: readonly Token[] | undefined): Warning[] {
  const names = tokens?.map(describeToken) ?? ['One of its tokens']
  return names.map((name) => ({
    code: 'PERMISSIONED',
    message: `${name} is for admitted wallets only: whoever has not passed its check of identity can neither provide nor receive it.`,
  }))
}
