/** Warnings that refuse a deposit unless the request accepts them by name. */
export const RISKS = [
  'HOOK_MAY_TAKE_DEPOSITS',
  'HOOK_MAY_LOCK',
  'HOOK_MAY_TAKE_WITHDRAWALS',
  'FEE_ON_TRANSFER',
  'PRICE_OFF_MARKET',
  'PAIR_OUT_OF_SYNC',
  'UPGRADEABLE_TOKEN',
  'REBASING_TOKEN',
] as const
