import { type KeyObject, sign } from 'node:crypto'
import { isDeepStrictEqual, promisify } from 'node:util'
import { type Address, zeroAddress } from 'viem'
import { ApiError } from '#core/ApiError.ts'
import type { BatchAttest, BuiltCalls, BuiltMessage, BuiltTransaction, Stated } from '#core/Statement.ts'
import { explainCalls } from './actions/explainCalls.ts'
import { explainMessage } from './actions/explainMessage.ts'
import type { Context } from './Context.ts'
import { disagreement, type Reading } from './rules/disagreement.ts'
import { callsPayload, LIFETIME_SECONDS, messagePayload, TYPE, transactionPayload } from './rules/Statement.ts'

export type AttestOptions = {
  readonly key: { readonly kid: string; readonly privateKey: KeyObject }
  /** Reports a builder that differs from the second reading. */
  refused(facts: { readonly problem: string; readonly chainId: number; readonly to?: Address }): void
}

/** Signs statements, but only about answers whose second reading agrees with their builder. */
export function createAttest(context: Context, { key, refused }: AttestOptions): BatchAttest {
  const header = encode({ alg: 'EdDSA', kid: key.kid, typ: TYPE })
  const signed = createRecent(context)
  const statement = async (payload: object) => {
    const iat = Math.floor(context.now() / 1000)
    const content = `${header}.${encode({ iss: context.signer.issuer, iat, exp: iat + LIFETIME_SECONDS, ...payload })}`
    // In another thread, while this one reads the chain and serves others.
    const signature = await signLater(null, Buffer.from(content), key.privateKey)
    return `${content}.${signature.toString('base64url')}`
  }
  const requireAgreement = (built: Built, reading: Reading) => {
    const to = 'to' in built ? built.to : zeroAddress
    const problem = disagreement(built.stated, reading, { from: built.from, to })
    if (!problem) return
    refused({ problem, chainId: built.chainId, ...('to' in built && { to }) })
    throw differs()
  }
  return {
    transaction: (built) =>
      signed(built, async () => {
        requireAgreement(built, await readTransaction(context, built))
        return statement(transactionPayload(built))
      }),
    async calls(built) {
      const [first] = built.calls
      requireAgreement({ ...(first as BuiltTransaction), stated: statedOf(built) }, await readCalls(context, built))
      return statement(callsPayload(built))
    },
    message: (built) =>
      signed(built, async () => {
        requireAgreement(built, await explainMessage(context, { ...built, isOurs: true }))
        return statement(messagePayload(built))
      }),
  }
}

const signLater = promisify(sign)

type Built = (BuiltTransaction | BuiltMessage) & { readonly stated: Stated }

function readTransaction(context: Context, built: BuiltTransaction): Promise<Reading> {
  const { chainId, from, to, data, value, pool } = built
  return explainCalls(context, {
    chainId,
    from,
    calls: [{ to, data, value }],
    kind: 'transaction',
    ours: { pools: [pool] },
  })
}

function readCalls(context: Context, { chainId, from, calls }: BuiltCalls): Promise<Reading> {
  const pools = calls.map(({ pool }) => pool)
  return explainCalls(context, { chainId, from, calls, kind: 'calls', ours: { pools } })
}

/** The claims about all calls of a batch together. */
function statedOf({ from, calls, limits }: BuiltCalls): Stated {
  return {
    limits,
    recipients: [from, ...calls.flatMap(({ stated }) => stated.recipient ?? [])],
    approvals: calls.flatMap(({ stated }) => stated.approvals ?? []),
  }
}

function differs(): ApiError {
  return new ApiError(
    'internal',
    'Two decodings of this transaction differ, so it is withheld. Do not sign an earlier one; report the x-request-id.',
    { details: [{ type: 'READINGS_DIFFER', value: 'withheld' }] },
  )
}

type Recent = (built: Built, make: () => Promise<string>) => Promise<string>

/** Equal answers of the same second share one statement. */
function createRecent({ now }: Context): Recent {
  let second = 0
  let recent = new Map<string, { built: Built; made: Promise<string> }>()
  return (built, make) => {
    const current = Math.floor(now() / 1000)
    if (current !== second) recent = new Map()
    second = current
    const key = 'data' in built ? built.data : built.typedData.primaryType
    const known = recent.get(key)
    if (known && isDeepStrictEqual(known.built, built)) return known.made
    const made = make()
    recent.set(key, { built, made })
    return made
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
