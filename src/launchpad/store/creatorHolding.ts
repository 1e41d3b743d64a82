import { sql } from 'kysely'

/**
 * Tokens of the launch `c` that belong to its creator: those of the launching account and of the current and first
 * holder of the creator's right, of the accounts of a fee split that holds it, and those that are locked for the
 * holder.
 */
export const creatorHolding = sql<string>`(
  coalesce((select sum(h.balance) from launch_holders h
    where h.token_id = c.id and (h.holder in (c.creator, c.fee_holder, c.current_creator) or h.holder in (
      select s.account from launch_splits s where s.split in (c.fee_holder, c.current_creator)))), 0)
  + case when c.lock_days > 0 then c.locked else 0 end)`
