import { isObject } from '#core/isObject.ts'
import { positionFormOf, positionUrl } from '#site/positionUrl.ts'
import type { LpBuild, Recipe } from '../../api/liquidity.ts'
import type { LaunchpadBody } from '../../signing/launchpad/Reviewed.ts'

type Body = Record<string, unknown>
/** A proposal as a request to the service; the agent's own transaction bytes are never signed. */
export type Proposal =
  | { kind: 'launchpad'; wallet: string; body: LaunchpadBody }
  | { kind: 'execution'; wallet: string; order: string }
  | {
      kind: 'liquidity'
      wallet: string
      body: Body
      path: Exclude<LpBuild, Recipe>
      tokens: string[]
      builder: string | undefined
    }

const LP_PATH = /^\/lp\/(create|create_classic|increase|decrease|claim_fees)$/
const ORDER = /^0x[0-9a-f]{64}$/
const ADDRESS = /^0x[0-9a-fA-F]{40}$/
/** Left to the review: an agent may not supply permits or mandates, or control the simulation. */
const REVIEWS_OWN = [
  'simulateTransaction',
  'includeApprovalSimulation',
  'batchPermitData',
  'v4BatchPermitData',
  'mandate',
  'signature',
]

type Data = { rebuild?: Body; chainId?: unknown; limits?: unknown; order?: unknown; wallet?: unknown }

/** The proposal in the data of a card; undefined if it cannot be rebuilt and reviewed. */
export function proposalOf(data: unknown, chainId: number): Proposal | undefined {
  const { rebuild, chainId: given, limits, order, wallet } = (data ?? {}) as Data
  if (given !== chainId) return undefined
  if (typeof order === 'string' && ORDER.test(order)) return owned(wallet, { kind: 'execution', order })
  if (rebuild?.['method'] !== 'POST' || !isObject(rebuild['body'])) return undefined
  const path = String(rebuild['path'])
  const body = Object.fromEntries(Object.entries(rebuild['body']).filter(([name]) => !REVIEWS_OWN.includes(name)))
  if (path === '/api/launchpad/prepare') return owned(body['from'], { kind: 'launchpad', body: body as LaunchpadBody })
  const lpPath = LP_PATH.exec(path)?.[1] as Exclude<LpBuild, Recipe> | undefined
  if (lpPath === undefined) return undefined
  const isNew = lpPath === 'create' || lpPath === 'create_classic'
  const builder = isNew ? positionUrl(positionFormOf(body)) : undefined
  return owned(body['walletAddress'], {
    kind: 'liquidity',
    path: lpPath,
    body,
    tokens: tokensOf(body, limits),
    builder,
  })
}

type Unowned = Proposal extends infer Kind ? (Kind extends Proposal ? Omit<Kind, 'wallet'> : never) : never

function owned(wallet: unknown, proposal: Unowned): Proposal | undefined {
  return typeof wallet === 'string' && ADDRESS.test(wallet) ? ({ ...proposal, wallet } as Proposal) : undefined
}

/** The tokens a request is about, for their symbols: those of its pool, or else those that its limits name. */
function tokensOf(body: Body, limits: unknown): string[] {
  const pool = [body, body['existingPool'], body['newPool'], body['poolParameters']].filter(isObject)
  const named = pool.flatMap((part) => [part['token0Address'], part['token1Address']])
  const { pay, receive } = (isObject(limits) ? limits : {}) as { pay?: unknown; receive?: unknown }
  const limited = [pay, receive].flatMap((list) => (Array.isArray(list) ? list : [])).map((one) => one?.tokenAddress)
  const found = [...named, ...limited].filter((one) => typeof one === 'string' && ADDRESS.test(one)) as string[]
  return [...new Map(found.map((address) => [address.toLowerCase(), address])).values()].slice(0, 2)
}
