import { type Address, decodeAbiParameters, encodeAbiParameters, type Hex, zeroAddress } from 'viem'
import { unavailable } from '#chain/failures.ts'
import { toAddress } from '#core/wire.ts'
import type { Context } from '#names/Context.ts'
import { RESOLVER_LENS } from '#names/lens.generated.ts'

/** Functions of a resolver, by the selectors of ERC-137 and ERC-181. */
const QUESTIONS = { addr: '0x3b3b57de', name: '0x691f3431' } as const

const LENS_INPUT = [{ type: 'address' }, { type: 'bytes4' }, { type: 'bytes32[]' }] as const
const LENS_OUTPUT = [{ type: 'uint256' }, { type: 'bytes[]' }] as const

/** Asks the resolver of each node in one round trip, of two providers that agree; `0x` where none answers. */
export async function askResolvers(
  { chain, registry }: Pick<Context, 'chain' | 'registry'>,
  question: keyof typeof QUESTIONS,
  nodes: readonly Hex[],
): Promise<readonly Hex[]> {
  if (nodes.length === 0) return []
  const input = encodeAbiParameters(LENS_INPUT, [registry, QUESTIONS[question], nodes])
  const output = await chain.agreed().call({ data: `${RESOLVER_LENS}${input.slice(2)}` })
  const { timestamp, answers } = decode(output)
  if (answers?.length !== nodes.length) throw unavailable(chain.id, new Error('The lens of names did not answer.'))
  chain.requireRecent({ timestamp })
  return answers
}

/** Without answers if a provider returned a value that the lens cannot return. */
function decode(output: Hex): { timestamp: bigint; answers?: readonly Hex[] } {
  try {
    const [timestamp, answers] = decodeAbiParameters(LENS_OUTPUT, output)
    return { timestamp, answers }
  } catch {
    return { timestamp: 0n }
  }
}

/** The text of an answer; undefined if it is not an ABI string. */
export function toText(answer: Hex): string | undefined {
  try {
    return decodeAbiParameters([{ type: 'string' }], answer)[0]
  } catch {
    return undefined
  }
}

/** The account of an answer; undefined if it is not one. */
export function toAccount(answer: Hex): Address | undefined {
  const isAccount = /^0x0{24}[0-9a-f]{40}$/.test(answer)
  const account: Address = `0x${answer.slice(26)}`
  return isAccount && account !== zeroAddress ? toAddress(account) : undefined
}
