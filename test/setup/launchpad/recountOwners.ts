import type { Address } from 'viem'
import type { Logged } from './rawChain.ts'

const placeOf = ({ block, logIndex }: Pick<Logged, 'block' | 'logIndex'>) => block * 1_000_000 + logIndex

/** The accounts that were the creator's before a place: launching account, fee holders, and accounts of their splits. */
export function ownersBefore(logs: readonly Logged[], token: Address, place: number): Set<string> {
  const earlier = logs.filter((log) => placeOf(log) < place)
  const own = earlier.filter(({ args }) => args.token === token)
  const last = (name: string) => own.findLast((log) => log.name === name)
  const feeHolder = last('OptionsSet')?.args.feeHolder
  const holders = [feeHolder, last('CreatorTransferred')?.args.to ?? feeHolder].filter((who) => who !== undefined)
  const splits = earlier.filter(({ name, args }) => name === 'FeeSplitCreated' && holders.includes(args.split))
  const accounts: string[] = [
    last('TokenCreated')?.args.creator,
    ...holders,
    ...splits.flatMap(({ args }) => args.accounts),
  ]
  return new Set(accounts.map((who) => who.toLowerCase()))
}
