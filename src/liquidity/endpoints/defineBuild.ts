import type { z } from 'zod'
import type { Chain } from '#chain/Chain.ts'
import { key } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import type { Answering, BuildRequest } from '#liquidity/answer/Answering.ts'
import type { Context } from '#liquidity/Context.ts'

const SHARED = { method: 'POST', tag: 'liquidity', access: key('lp:build'), limit: 'build' } as const

type OnChain = BuildRequest & ({ readonly chainId: number } | { readonly poolParameters: { readonly chainId: number } })
type Schema = z.ZodObject & z.ZodType<OnChain>
type Defined<Request extends Schema, Response extends z.ZodType> = Parameters<typeof define<Request, Response>>[0]
type Building = Answering & { readonly chain: Chain; readonly requestId: string }

type Build<Request extends Schema, Response extends z.ZodType> = Omit<
  Defined<Request, Response>,
  keyof typeof SHARED | 'handle'
> & {
  build(request: z.output<Request>, building: Building): Promise<z.input<Response>>
}

/** An endpoint that builds transactions: POST, for keys with `lp:build`. */
export function defineBuild<Request extends Schema, Response extends z.ZodType>(
  { chains, now, attest, redeem }: Context,
  { build, ...operation }: Build<Request, Response>,
): Operation {
  return define({
    ...SHARED,
    ...operation,
    async handle(request: z.output<Request>, { requestId }: { requestId: string }) {
      const chain = chains.get(chainIdOf(request)).agreed()
      const schema: z.ZodObject = operation.request
      return build(request, { chain, requestId, request, schema, now: now(), attest, redeem })
    },
  } as unknown as Defined<Request, Response>)
}

function chainIdOf(request: OnChain): number {
  return 'chainId' in request ? request.chainId : request.poolParameters.chainId
}
