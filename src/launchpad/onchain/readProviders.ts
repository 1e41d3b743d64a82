import { sql } from 'kysely'
import { type Address, decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'
import type { Context } from '#launchpad/Context.ts'

const abi = parseAbi(['function ownerOf(uint256 id) view returns (address)'])
/** Only the largest positions give a badge. */
const POSITIONS_MAX = 200

type Position = { sender: string; salt: string }

/** The owners of liquidity in the pool of a launch, in lower case: the owner of an NFT, else the account that moved it. */
export async function readProviders({ db, chain }: Pick<Context, 'db' | 'chain'>, token: string): Promise<Set<string>> {
  const { rows } = await sql<Position>`
    select l.sender, l.salt from launch_liquidity l join launch_tokens t on t.id = l.token_id
    where t.address = ${token} and l.sender is not null and l.sender <> (select factory from launch_chain)
    group by l.sender, l.salt having sum(l.delta) > 0 order by sum(l.delta) desc limit ${POSITIONS_MAX}`.execute(db)
  const manager = chain.facts.uniswap.v4?.positionManager
  const isNft = ({ sender }: Position) => sender === manager?.toLowerCase()
  const nfts = rows.filter(isNft).map(({ salt }) => BigInt(salt))
  const owners = manager && nfts.length > 0 ? await readOwners(chain, manager, nfts) : []
  return new Set([...rows.filter((row) => !isNft(row)).map(({ sender }) => sender), ...owners])
}

async function readOwners(chain: Context['chain'], manager: Address, ids: readonly bigint[]): Promise<string[]> {
  const call = { abi, functionName: 'ownerOf' } as const
  const calls = ids.map((id) => ({ to: manager, data: encodeFunctionData({ ...call, args: [id] }) }))
  const { results } = await chain.read(calls)
  return results.flatMap((result) =>
    result.ok ? [decodeFunctionResult({ ...call, data: result.data }).toLowerCase()] : [],
  )
}
