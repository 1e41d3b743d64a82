import type { App } from '#http/createApp.ts'
import { startTestDevnet, type TestDevnet } from '../test/setup/chain/devnet.ts'
import { startTestExplain } from '../test/setup/explain.ts'
import type { Row } from './Row.ts'
import { createLpApp } from './setup/lpServer.ts'

const CHAIN = 4663
const WIDTH = 32
const ROUNDS = 30
const WARM_ROUNDS = 10
/** Builds of a round; those with a simulation take longer. */
const BUILDS = { simulated: 32, alone: 256 }
const EXPLAINED = 2_000
/** A second of cached state is enough for a round, and the same for both. */
const FACTS = { blockTimeMs: 1_000 }

/** The second reading: alone, and as the price of a statement in a build. */
export async function run(): Promise<Row[]> {
  await using devnet = await startTestDevnet()
  const simulated = await addedTo(devnet, 'simulated')
  const alone = await addedTo(devnet, 'alone')
  const ratio = simulated.signed / simulated.unsigned
  return [
    await explaining(devnet),
    {
      ...added('POST /lp/create, simulated as by default: with a statement, next to without', simulated),
      target: '≤ 1.1×',
      ok: ratio <= 1.1,
    },
    added('POST /lp/create, state cached and no simulation: with a statement, next to without', alone),
  ]
}

async function explaining(devnet: TestDevnet): Promise<Row> {
  using explain = startTestExplain(devnet)
  const answer = await answerOf(createLpApp(devnet.rpcUrl), bodyOf(devnet, 0, 'alone'))
  const { create: transaction } = (await answer.json()) as { create: { from: string } }
  const times: number[] = []
  for (let turn = 0; turn < EXPLAINED; turn++) {
    const start = performance.now()
    const { body } = await explain.explain({ from: transaction.from, transaction })
    times.push(performance.now() - start)
    if (!body.known) throw new Error(JSON.stringify(body))
  }
  const ours = median(times.slice(EXPLAINED / 2))
  return { name: 'POST /api/explain of a v4 deposit, warm', ours, unit: 'ms', target: '≤ 1 ms', ok: ours <= 1 }
}

type Kind = keyof typeof BUILDS
type Pair = { signed: number; unsigned: number }

function added(name: string, { signed, unsigned }: Pair): Row {
  return { name, ours: signed, peer: unsigned, unit: 'ms', ratio: signed / unsigned }
}

/** Milliseconds of a build with and without a statement; both take turns, round by round. */
async function addedTo(devnet: TestDevnet, kind: Kind): Promise<Pair> {
  const apps = [false, true].map((isUnsigned) =>
    createLpApp(devnet.rpcUrl, { [CHAIN]: FACTS } as never, { isUnsigned }),
  )
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < WARM_ROUNDS + ROUNDS; round++)
    for (const index of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const took = await roundOf(apps[index] as App, devnet, { kind, round })
      if (round >= WARM_ROUNDS) times[index as 0 | 1].push(took)
    }
  const [signed, unsigned] = times.map(median) as [number, number]
  return { signed, unsigned }
}

/** Milliseconds for each of many builds at once, every one different. */
async function roundOf(app: App, devnet: TestDevnet, { kind, round }: { kind: Kind; round: number }): Promise<number> {
  const builds = BUILDS[kind]
  const body = (number: number) => bodyOf(devnet, number, kind)
  await answerOf(app, body(0))
  const bodies = Array.from({ length: builds }, (_, index) => body(1 + round * builds + index))
  const start = performance.now()
  for (let at = 0; at < bodies.length; at += WIDTH)
    await Promise.all(bodies.slice(at, at + WIDTH).map((one) => answerOf(app, one)))
  return (performance.now() - start) / bodies.length
}

async function answerOf(app: App, body: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-api-key': 'bench' }
  const answer = await app.fetch(new Request('http://127.0.0.1/lp/create', { method: 'POST', headers, body }))
  if (answer.status !== 200) throw new Error(await answer.text())
  return answer
}

function bodyOf({ pool, account }: TestDevnet, number: number, kind: Kind): string {
  const { token0, token1, reference } = pool('V4', ['ETH', 'DUSD'], { fee: 500 })
  return JSON.stringify({
    walletAddress: account(1).address,
    chainId: CHAIN,
    protocol: 'V4',
    existingPool: { token0Address: token0, token1Address: token1, poolReference: reference },
    independentToken: { tokenAddress: token0, amount: String(10n ** 16n + BigInt(number) * 1_234_567n) },
    tickBounds: { tickLower: -198_260, tickUpper: -194_260 },
    simulateTransaction: kind === 'simulated',
    includeApprovalSimulation: kind === 'simulated',
  })
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0
}
