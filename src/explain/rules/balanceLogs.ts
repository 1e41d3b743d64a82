import { type Address, getAddress, type Hex, zeroAddress } from 'viem'
import { z } from 'zod'

/** Transfer(address,address,uint256), and the two events by which WETH9 mints and burns. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const DEPOSIT = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
const WITHDRAWAL = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'
export const BALANCE_TOPICS = [TRANSFER, DEPOSIT, WITHDRAWAL]

const hex = z.string().regex(/^0x[0-9a-fA-F]*$/) as unknown as z.ZodType<Hex>
export const Logs = z.array(
  z.object({ address: hex, topics: z.array(hex), data: hex, transactionHash: hex.nullable().optional() }),
)
type Log = z.output<typeof Logs>[number]

/** A change of an account's balance of a token. */
export type Change = { readonly account: Address; readonly token: Address; readonly change: bigint }

/** The changes that logs announce. Positions (ERC-721) and malformed logs announce none. */
export function announced(logs: readonly Log[]): Change[] {
  return logs.flatMap(({ address, topics, data }) => {
    const [topic, first, second] = topics
    if (data.length !== 66 || !first) return []
    const [token, amount] = [getAddress(address), BigInt(data)]
    const change = (account: Hex, by: bigint) => ({ account: accountIn(account), token, change: by })
    if (topic === TRANSFER && second && topics.length === 3) return [change(first, -amount), change(second, amount)]
    if (topics.length !== 2) return []
    if (topic === DEPOSIT) return [change(first, amount)]
    return topic === WITHDRAWAL ? [change(first, -amount)] : []
  })
}

/** The sum of an account's changes of a token. */
export function sumOf(changes: readonly Change[], { account, token }: Omit<Change, 'change'>): bigint {
  return changes
    .filter((change) => change.account === account && change.token === token)
    .reduce((sum, { change }) => sum + change, 0n)
}

function accountIn(topic: Hex): Address {
  return topic.length === 66 ? getAddress(`0x${topic.slice(26)}`) : zeroAddress
}
