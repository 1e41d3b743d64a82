import { type Address, zeroAddress } from 'viem'
import type { ChainFacts } from '#chain/ChainFacts.ts'
import {
  changesDeposits,
  changesWithdrawals,
  DYNAMIC_FEE,
  mayRefuseDeposits,
  mayRefuseWithdrawals,
} from '#liquidity/hooks/Hooks.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import type { PoolKey } from '#uniswap/PoolKey.ts'
import { describeToken } from './describe.ts'
import type { Warning } from './Limits.ts'

/** Warnings about a pool's hook, whose permissions are the last bits of its address. */
export function hookWarnings({ hooks, fee }: { hooks: Address | undefined; fee: number }): Warning[] {
  if (hooks === undefined || hooks === zeroAddress) return []
  const rules: [applies: boolean, code: string, message: string][] = [
    [true, 'HOOKED', `This pool runs a third-party contract, the hook ${hooks}.`],
    [fee === DYNAMIC_FEE, 'DYNAMIC_FEE', 'Its hook sets the fee and may change it at any time.'],
    [
      mayRefuseDeposits(hooks),
      'HOOK_MAY_REFUSE_DEPOSITS',
      'Its hook is called before liquidity is added and may refuse it.',
    ],
    [changesDeposits(hooks), 'HOOK_MAY_TAKE_DEPOSITS', 'Its hook may take a part of the added amounts.'],
    [
      mayRefuseWithdrawals(hooks),
      'HOOK_MAY_LOCK',
      'Its hook is called when liquidity is removed and may refuse it: your liquidity can be locked in the pool.',
    ],
    [
      changesWithdrawals(hooks),
      'HOOK_MAY_TAKE_WITHDRAWALS',
      'Its hook may keep a part of the removed or earned amounts.',
    ],
  ]
  return rules.filter(([applies]) => applies).map(([, code, message]) => ({ code, message }))
}

/** The same for a deposit. The rights of a hook that this chain lists as known are not warned of. */
export function depositHookWarnings({ knownHooks }: ChainFacts, { hooks, fee }: PoolKey): Warning[] {
  const warnings = hookWarnings({ hooks, fee })
  return knownHooks.includes(hooks) ? warnings.filter(({ code }) => !code.startsWith('HOOK_MAY_')) : warnings
}

/** Warnings about permissioned tokens; `tokens` is absent if it is unknown which of the two is one. */
export function permissionWarnings(tokens: readonly Token[] | undefined): Warning[] {
  const names = tokens?.map(describeToken) ?? ['One of its tokens']
  return names.map((name) => ({
    code: 'PERMISSIONED',
    message: `${name} is for allow-listed wallets only: a wallet that has not passed its identity check can neither provide nor receive it.`,
  }))
}
