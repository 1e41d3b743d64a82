import { zeroAddress } from 'viem'
import { z } from 'zod'
import { none } from '#core/Access.ts'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Address } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import { launchpadAbi, launchTokenAbi } from '#launchpad/contract/abi.ts'
import * as Curve from '#launchpad/contract/Curve.ts'
import { feeSplitFactoryOf } from '#launchpad/contract/feeSplitFactoryOf.ts'
import * as wire from '#launchpad/wire/schemas.ts'
import { AGENT_RULES, WARNINGS } from '#launchpad/wire/warnings.ts'

export type DiscoveryConfig = { chainPrefix: string; rpcUrl: string; isDevnet: boolean }

const Strings = z.record(z.string(), z.string())
const Response = z.object({
  name: z.string(),
  description: z.string(),
  chainId: z.literal(LAUNCH_CHAIN_ID),
  isDevnet: z.boolean(),
  rpcUrl: z.url(),
  explorerUrl: z.url().nullable(),
  uniswap: Strings.meta({
    description:
      'The Uniswap contracts that graduated tokens trade through: pool manager, router, quoter, state view, Permit2.',
  }),
  factory: z.object({
    address: Address,
    startBlock: z.int(),
    abi: z.array(z.unknown()),
    tokenAbi: z.array(z.unknown()),
    feeSplitFactory: Address,
  }),
  curve: Strings.meta({ description: 'The fields of `cfg()`, in the smallest units.' }),
  pool: Strings.meta({ description: 'The Uniswap v4 pool that every token graduates into.' }),
  limits: z.record(z.string(), z.int()),
  createToken: z.array(z.string()),
  fairLaunch: z.array(z.string()).meta({ description: 'The options of a launch, and their limits.' }),
  rules: z.array(z.string()),
  warnings: z.array(wire.Warning),
  endpoints: Strings,
  links: Strings,
})

const CREATE_RULES = [
  'The transaction value is the initial buy in wei; zero means none.',
  'name and symbol are trimmed before sending; 1 to 64 and 1 to 16 characters.',
  'Without an initial buy minTokensOut is 0.',
  'With one: ethForCurve = value - value * tradeFeeBps / 10000; expected = virtualToken * ethForCurve / (virtualEth + ethForCurve); minTokensOut = expected - expected * slippageBps / 10000. slippageBps is 200 by default. All arithmetic is integer. A value that fills the curve buys what is left and gets the rest back.',
  'The receipt has a TokenCreated event; its first indexed argument is the new token.',
]

const FAIR_LAUNCH = [
  'createTokenWithOptions takes three options in addition to metadata, salt and referrer; createToken and every other function work as before.',
  'openingSeconds (60 to 3600): a buy t seconds after the creation gets out - ceil(out * surchargeBps / 10000) tokens, surchargeBps = floor(9900 * (openingSeconds - t) / openingSeconds); the rest is burned and the curve moves as in a plain buy. Sales pay nothing.',
  'An opening removes the reward for being fast, not the advantage of being early: the first second gains nothing, but a buyer at its end still buys before later ones.',
  'lockDays: the tokens of the initial buy stay in the token contract and are released second by second over this time. Anyone may call releaseLock, which sends them to the holder of the creator right. A lock of at least 30 days exempts the buy from the surcharge.',
  'feeHolder: the account that holds the creator right and its fees from the first wei. The caller stays the creator, so no account becomes the creator of a token against its will.',
  'A fee split (feeSplitFactory) divides fees among up to 10 accounts by shares that can never change; an account that refuses ETH is credited and blocks no one.',
]

/** Everything that an agent needs to launch and trade. */
export function discovery(context: Context, config: DiscoveryConfig): Operation {
  const body = documentOf(context, config)
  return define({
    name: 'getLaunchpadDiscovery',
    method: 'GET',
    path: `/.well-known/${config.chainPrefix}-launchpad.json`,
    tag: 'discovery',
    summary: 'Read the launchpad: chain, contract, curve, rules and endpoints.',
    access: none,
    limit: 'read',
    errors: [],
    cacheControl: 'public, max-age=60',
    ignoresUnknownQuery: true,
    request: z.strictObject({}),
    response: Response,
    handle: () => body,
  })
}

function documentOf(
  { chain, factory, site }: Context,
  { chainPrefix, rpcUrl, isDevnet }: DiscoveryConfig,
): z.output<typeof Response> {
  return {
    name: 'Slipway launchpad',
    description:
      'Anyone can launch an ERC-20 token on a bonding curve of chain 4663: no login, no allow-list. Every token is an unbacked community token.',
    chainId: LAUNCH_CHAIN_ID,
    isDevnet,
    rpcUrl,
    explorerUrl: site.explorerUrl,
    uniswap: uniswapOf(chain.facts),
    factory: {
      address: factory.address,
      startBlock: factory.startBlock,
      abi: [...launchpadAbi],
      tokenAbi: [...launchTokenAbi],
      feeSplitFactory: feeSplitFactoryOf(factory.address),
    },
    curve: toStrings(Curve.cfg),
    pool: { ...toStrings(Curve.pool), currency0: zeroAddress, hooks: factory.address },
    limits: {
      nameCharacters: 64,
      symbolCharacters: 16,
      metadataUriBytes: 512,
      openingSecondsMin: Curve.openingLimits.secondsMin,
      openingSecondsMax: Curve.openingLimits.secondsMax,
      openingSurchargeBpsMax: Curve.openingLimits.surchargeBpsMax,
      defaultSlippageBps: Curve.DEFAULT_SLIPPAGE_BPS,
    },
    createToken: CREATE_RULES,
    fairLaunch: FAIR_LAUNCH,
    rules: [...AGENT_RULES],
    warnings: Object.values(WARNINGS).flat(),
    endpoints: endpointsOf(site.baseUrl, chainPrefix),
    links: {
      launch: `${site.baseUrl}/launch`,
      token: `${site.baseUrl}/launch/{tokenAddress}`,
      openapi: `${site.baseUrl}/api/developer/openapi.json`,
    },
  }
}

function uniswapOf({ uniswap: { v4, universalRouter }, permit2 }: Context['chain']['facts']): Record<string, string> {
  if (!v4) return {}
  return {
    poolManager: v4.poolManager,
    stateView: v4.stateView,
    quoter: v4.quoter,
    permit2,
    ...(universalRouter && { universalRouter: universalRouter.address }),
  }
}

function endpointsOf(baseUrl: string, chainPrefix: string): Record<string, string> {
  const names = ['tokens', 'token', 'trades', 'candles', 'holders', 'stats', 'events', 'metadata', 'quote', 'prepare']
  const own = names.map((name) => [name, `${baseUrl}/api/launchpad/${name}`])
  const prefixed = ['tokens', 'token'].map((name) => [
    `${chainPrefix}-${name}`,
    `${baseUrl}/api/${chainPrefix}-launchpad/${name}`,
  ])
  return Object.fromEntries([...own, ...prefixed])
}

function toStrings(values: Record<string, bigint | number>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
}
