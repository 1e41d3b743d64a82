import type { Context } from '#batch/Context.ts'
import { withAnswers } from '#batch/rules/withAnswers.ts'
import type { Request } from '#batch/wire.ts'
import { after } from '#chain/after.ts'
import type { Chains } from '#chain/createChains.ts'
import type { SimulatedCall } from '#chain/simulate.ts'
import type { Call } from '#core/Operation.ts'
import { buildPart, type Part } from './buildPart.ts'

/** Builds the operations one after the other, each on the state that the earlier ones leave. */
export async function buildAll(context: Context, request: Request, call: Call): Promise<Part[]> {
  const parts: Part[] = []
  for (const [index, { operation, body }] of request.operations.entries()) {
    await call.take('build')
    const chains = chainsAfter(context.chains, request, callsOf(parts))
    const answers = parts.map(({ answer }) => answer)
    const whole = { operation, body: withAnswers(body, answers) as typeof body }
    parts.push(await buildPart(context, whole, { ...request, index, chains, call }))
  }
  return parts
}

/** Every call in order. */
export function callsOf(parts: readonly Part[]): SimulatedCall[] {
  return parts.flatMap(({ sent }) => sent.map(({ built: { to, data, value } }) => ({ to, data, value })))
}

function chainsAfter(chains: Chains, { walletAddress, chainId }: Request, calls: readonly SimulatedCall[]): Chains {
  const get = (id: number) => (id === chainId ? after(chains.get(id), { from: walletAddress, calls }) : chains.get(id))
  return { ...chains, get }
}
