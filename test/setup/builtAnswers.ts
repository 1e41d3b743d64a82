import { type Address, parseEther, zeroAddress } from 'viem'
import type { Explained } from './explain.ts'
import type { Body, TestLp } from './liquidity/lp.ts'
import { recipeRequests } from './recipeRequests.ts'
import type { TestService } from './service.ts'

const chainId = 4663

/** Something a wallet signs, with its statement and the limits of its answer where it has any. */
export type Signable = {
  /** The path, or the action of the launchpad. */
  kind: string
  from: Address
  transaction?: { to: Address; data: `0x${string}`; value: `0x${string}` }
  typedData?: Explained
  statement: string
  limits?: Explained
}

/** Numbers from 0 to below 1 that are the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Launches on the curve, in a pool, with a lock and an offered right, and with a fee split. */
export type Launches = { curve: Address; graduated: Address; locked: Address; shared: Address; split: Address }
type Makers = { lp: TestLp; service: TestService; launches: Launches }
type Request = { path: string; body: object }

/** The transactions and messages of random answers of every endpoint that builds; refused requests give none. */
export function createAnswers(makers: Makers, random: () => number): () => Promise<Signable[]> {
  const requests = [...requestsOf(makers, random), ...recipeRequests(makers.lp, random)]
  return async () => {
    const { path, body } = (requests[Math.floor(random() * requests.length)] as () => Request)()
    if (path.startsWith('/lp/')) {
      const { status, body: answer } = await makers.lp.post(path, body)
      return status === 200 ? signablesOf(answer, path, (body as Body).walletAddress) : refusedOnly(status, answer)
    }
    const response = await makers.service.post(path, body)
    const answer = (await response.json()) as Body
    return response.status === 200 ? preparedOf(answer, (body as Body).from) : refusedOnly(response.status, answer)
  }
}

function refusedOnly(status: number, answer: Body): [] {
  if (status >= 500) throw new Error(`${status} ${JSON.stringify(answer)}`)
  return []
}

function signablesOf(answer: Body, kind: string, from: Address): Signable[] {
  const { limits, statement, transactions = [], approvals = [], groups = [], steps = [], permitStatement } = answer
  const built = answer.create ?? answer.increase ?? answer.decrease ?? answer.claim ?? answer.transaction
  const permit = answer.v4BatchPermitData ?? answer.v3NftPermitData
  return [
    ...(built ? [{ kind, from, transaction: built, statement, limits }] : []),
    ...[...transactions, ...approvals].map((one) => ({
      kind,
      from,
      transaction: one.transaction,
      statement: one.statement,
    })),
    ...[...groups, ...steps].map((one: Body) => ({ kind, from, ...pickBuilt(one) })),
    ...(permit ? [{ kind, from, typedData: toTypedData(permit), statement: permitStatement }] : []),
  ]
}

function pickBuilt({ transaction, statement, limits }: Body) {
  return { transaction, statement, limits }
}

function toTypedData({ domain, types, values }: Body) {
  const unwrapped = Object.entries(types as Record<string, Body>).map(([name, { fields }]) => [name, fields])
  const [primaryType] = Object.keys(types)
  return { domain: { ...domain, chainId }, types: Object.fromEntries(unwrapped), primaryType, message: values }
}

function preparedOf({ action: kind, steps, typedData, statement }: Body, from: Address): Signable[] {
  if (typedData) return [{ kind, from, typedData, statement }]
  return steps.map((step: Body) => ({ kind, from, transaction: step.transaction, statement: step.statement }))
}

function requestsOf({ lp, launches }: Makers, random: () => number): (() => Request)[] {
  const { devnet } = lp
  const holder = devnet.account(0).address
  const pick = <T>(...list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const between = (least: number, most: number) => Math.floor(least + random() * (most - least))
  const amountFor = (token: string) => String(between(1_000, token === dusd ? 10 ** 9 : 10 ** 15))
  const dusd = devnet.token('DUSD').address
  const moon = devnet.token('MOON').address
  const weth = devnet.token('WETH').address
  const common = { walletAddress: holder, chainId, simulateTransaction: false }
  const slip = () => (random() < 0.5 ? {} : { slippageTolerance: between(1, 500) / 100 })
  const ticks = () => {
    const middle = between(-200_000, -190_000)
    return { tickLower: middle - between(1_000, 90_000), tickUpper: middle + between(1_000, 90_000) }
  }
  const pair = () => pick([weth, dusd], [zeroAddress, dusd], [moon, dusd])
  const positioned = () =>
    pick(
      { protocol: 'V2', token0Address: pick(weth, zeroAddress), token1Address: dusd },
      { protocol: 'V3', token0Address: pick(weth, zeroAddress), token1Address: dusd, nftTokenId: '2' },
      { protocol: 'V4', token0Address: zeroAddress, token1Address: dusd, nftTokenId: '2' },
    )
  const offer = (tokens: readonly string[]) => {
    const tokenAddress = pick(...tokens) as string
    return { tokenAddress, amount: amountFor(tokenAddress) }
  }
  const trader = devnet.account(3).address
  const launch = (body: object): Request => ({ path: '/api/launchpad/prepare', body: { from: trader, ...body } })
  const anyone = () => devnet.account(between(4, 9)).address
  const elsewhere = () => (random() < 0.3 ? { recipient: anyone() } : {})
  const dated = () => (random() < 0.3 ? { deadline: 4_000_000_000 } : {})
  const eth = () => String(between(10 ** 12, 10 ** 16))
  return [
    () => {
      const protocol = pick('V3', 'V4')
      const first = protocol === 'V4' ? 'ETH' : 'WETH'
      const pool = devnet.pool(protocol, [first, 'DUSD'], { fee: 500 })
      const named = protocol === 'V3' ? pick(pool.token0, zeroAddress) : pool.token0
      const token0Address = pool.token0 === dusd ? dusd : named
      const token1Address = pool.token0 === dusd ? pick(pool.token1, zeroAddress) : pool.token1
      const existingPool = { token0Address, token1Address, poolReference: pool.reference }
      const independentToken = offer([token0Address, token1Address])
      return {
        path: '/lp/create',
        body: { ...common, protocol, existingPool, independentToken, tickBounds: ticks(), ...slip() },
      }
    },
    () => {
      const pool = devnet.pool('V4', ['MOON', 'DUSD'], { fee: 3000 })
      const names = { token0Address: pool.token0, token1Address: pool.token1 }
      const tickBounds = { tickLower: -887_220 + between(0, 1_000), tickUpper: 887_220 - between(0, 1_000) }
      const existingPool = { ...names, poolReference: pool.reference }
      const independentToken = offer([pool.token0, pool.token1])
      return { path: '/lp/create', body: { ...common, protocol: 'V4', existingPool, independentToken, tickBounds } }
    },
    () => {
      const protocol = pick('V3', 'V4')
      const [first, second] = BigInt(moon) < BigInt(dusd) ? [moon, dusd] : [dusd, moon]
      const fee = protocol === 'V3' ? 10_000 : between(1, 9_000)
      const terms = { fee, tickSpacing: protocol === 'V3' ? 200 : 60, initialPrice: String(2n ** 96n) }
      const newPool = { token0Address: first, token1Address: second, ...terms }
      const width = between(10, 400) * 600
      const dependentToken = { tokenAddress: dusd, amount: '1000000' }
      const independentToken = { tokenAddress: moon, amount: '1000000' }
      const tickBounds = { tickLower: -width, tickUpper: width }
      const body = { ...common, protocol, newPool, independentToken, tickBounds }
      return { path: '/lp/create', body: random() < 0.5 ? body : { ...body, dependentToken } }
    },
    () => {
      const [token0Address, token1Address] = pair() as [string, string]
      const poolParameters = { token0Address, token1Address, chainId }
      const independentToken = offer([token0Address, token1Address])
      return {
        path: '/lp/create_classic',
        body: { walletAddress: holder, simulateTransaction: false, poolParameters, independentToken, ...slip() },
      }
    },
    () => {
      const position = positioned()
      const independentToken = offer([position.token0Address, position.token1Address])
      return { path: '/lp/increase', body: { ...common, ...position, independentToken, ...slip() } }
    },
    () => {
      const asked = { liquidityPercentageToDecrease: between(1, 101), withdrawAsWeth: random() < 0.5 }
      return { path: '/lp/decrease', body: { ...common, ...positioned(), ...asked, ...slip() } }
    },
    () => {
      const protocol = pick('V3', 'V4')
      return { path: '/lp/claim_fees', body: { ...common, protocol, tokenId: '2', collectAsWeth: random() < 0.5 } }
    },
    () => {
      const tokens = pair()
      const lpTokens = tokens.map((tokenAddress) => ({ tokenAddress, amount: amountFor(tokenAddress) }))
      const protocol = pick('V2', 'V3', 'V4')
      const action = pick('CREATE', 'INCREASE', 'DECREASE', 'MIGRATE')
      const walletAddress = devnet.account(pick(0, 5, 6)).address
      const generatePermitAsTransaction = random() < 0.5
      const nft = protocol === 'V3' && action === 'MIGRATE' ? { v3NftTokenId: 2 } : {}
      const body = { walletAddress, chainId, protocol, action, lpTokens, generatePermitAsTransaction, ...nft }
      return { path: '/lp/check_approval', body }
    },
    () => {
      const letters = () => String.fromCharCode(65 + between(0, 26))
      const name = Array.from({ length: between(1, 20) }, letters).join('')
      const value = pick('0', eth())
      const options = pick<object>(
        {},
        {
          openingSeconds: 120,
          salt: `0x${between(0, 10 ** 9)
            .toString(16)
            .padStart(64, '0')}`,
        },
        { feeHolder: anyone(), metadataUri: `ipfs://${name}` },
        value === '0' ? { referrer: devnet.account(7).address } : { lockDays: between(1, 400) },
      )
      return launch({ action: 'create', name, symbol: name.slice(0, 5), value, ...options })
    },
    () => {
      const token = pick(launches.curve, launches.graduated, launches.shared)
      return launch({ action: 'buy', token, value: eth(), ...elsewhere(), ...dated() })
    },
    () => {
      const token = pick(launches.curve, launches.graduated)
      const amount = String(parseEther(String(between(1, 1_000))) + BigInt(between(0, 10 ** 9)))
      return launch({ action: 'sell', token, amount, ...elsewhere(), ...dated() })
    },
    () => {
      const spender = random() < 0.5 ? {} : { spender: anyone() }
      return launch({ action: 'approve', token: launches.curve, amount: eth(), ...spender })
    },
    () => launch({ action: 'claim', token: launches.curve, ...elsewhere() }),
    () => launch({ action: 'collect', token: launches.graduated }),
    () => launch({ action: 'transferCreator', token: launches.curve, to: anyone() }),
    () => launch({ action: 'claimTreasury', tokens: [launches.curve] }),
    () => launch({ action: 'metadata', token: launches.curve, description: `Number ${between(0, 10 ** 9)}.` }),
    () => launch({ action: 'releaseLock', token: launches.locked }),
    () => launch({ action: 'acceptCreator', token: launches.locked, from: devnet.account(HEIR).address }),
    () => launch({ action: 'claimFeeSplit', token: launches.shared, split: launches.split }),
    () => launch({ action: 'withdrawFeeSplit', split: launches.split, account: devnet.account(REFUSER).address }),
    () => {
      const bps = between(1, 9_999)
      const shares = [
        { account: devnet.account(between(0, 9)).address, bps },
        { account: devnet.account(between(10, 18)).address, bps: 10_000 - bps },
      ]
      return launch({ action: 'createFeeSplit', shares })
    },
  ]
}

const HEIR = 5
const REFUSER = 15
const REVERT = '0x60006000fd'
const SALTS = { curve: '01', graduated: '02', locked: '03', shared: '04' } as const

/** Launches in every state that an action needs; the trader holds a part of each. */
export async function seedLaunches({ service, lp }: Pick<Makers, 'service' | 'lp'>): Promise<Launches> {
  const { devnet } = lp
  const from = devnet.account(3).address
  const refuser = devnet.account(REFUSER).address
  const act = async (body: object) => {
    const answer = (await (await service.post('/api/launchpad/prepare', { from, ...body })).json()) as Body
    await lp.send(3, answer.transaction)
    return answer
  }
  const launch = async (symbol: keyof typeof SALTS, options: object = {}) => {
    const value = String(parseEther('0.1'))
    const salt = `0x${SALTS[symbol].repeat(32)}`
    const { token } = await act({ action: 'create', name: symbol, symbol, value, salt, ...options })
    return token as Address
  }
  const shares = [
    { account: from, bps: 5_000 },
    { account: refuser, bps: 5_000 },
  ]
  const { split } = await act({ action: 'createFeeSplit', shares })
  const launches = {
    curve: await launch('curve'),
    graduated: await launch('graduated'),
    locked: await launch('locked', { lockDays: 30 }),
    shared: await launch('shared', { feeHolder: split }),
    split: split as Address,
  }
  await act({ action: 'buy', token: launches.graduated, value: String(parseEther('4')) })
  await act({ action: 'transferCreator', token: launches.locked, to: devnet.account(HEIR).address })
  // An account that refuses ETH once is owed it by the split.
  await devnet.client.setCode({ address: refuser, bytecode: REVERT })
  await act({ action: 'claimFeeSplit', token: launches.shared, split })
  await devnet.client.setCode({ address: refuser, bytecode: '0x' })
  return launches
}
