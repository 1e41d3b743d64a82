import { type Hex, pad, toHex } from 'viem'
import { type FaultRpc, httpUpstream, startFaultRpc } from '../chain/faultRpc.ts'
import { seeded } from '../chain/rpcLies.ts'
import { startTestLp, type TestLp } from './lp.ts'

/** Two services on the same chain as another: one reads from two providers of which one lies, the other from that liar alone. */
export type LyingServices = AsyncDisposable & {
  ofTwo: TestLp
  alone: TestLp
  /** Chooses the next lies, and forgets all earlier failures. */
  lie(seed: number): void
}

/** The longest pause of a provider that failed, and more. */
const PAUSE_MS = 60_000

export async function startLyingServices({ devnet, now }: TestLp): Promise<LyingServices> {
  await using opened = new AsyncDisposableStack()
  const liar = await startFaultRpc({ upstreams: [httpUpstream(devnet.rpcUrl)] })
  opened.defer(() => liar.close())
  const skipped = { ms: 0 }
  const clock = { now: () => performance.now() + skipped.ms, date: () => Date.now(), random: Math.random }
  const options = { devnet, clock, facts: { isOwnNode: false } }
  const ofTwo = opened.use(await startTestLp({ ...options, rpcUrls: [liar.url, devnet.rpcUrl] }))
  const alone = opened.use(await startTestLp({ ...options, rpcUrls: [liar.url] }))
  const owned = opened.move()
  return {
    ofTwo,
    alone,
    lie(seed) {
      skipped.ms += PAUSE_MS
      ofTwo.now.offsetMs = now.offsetMs
      alone.now.offsetMs = now.offsetMs
      lie(liar, seed, BigInt(devnet.account(6).address))
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Changes a word in half of all results, in a manner chosen by the seed; every fifth seed also lies about fees. */
function lie(rpc: FaultRpc, seed: number, thief: bigint): void {
  const random = seeded(seed)
  const ways: ((word: bigint) => bigint)[] = [
    () => 0n,
    () => thief,
    () => BigInt(Math.floor(random() * 1_000_000)),
    (word) => word ^ 1n,
    (word) => word * 2n,
    (word) => word / 2n,
    (word) => word + 1n,
    (word) => BigInt.asUintN(256, -word),
  ]
  const change = ways[seed % ways.length] as (word: bigint) => bigint
  const falsify = (method: string, result: unknown) => {
    if (method === 'eth_feeHistory' && seed % 5 === 0) return expensive(result)
    const isState = method === 'eth_call' || method === 'eth_getStorageAt'
    if (!isState || typeof result !== 'string' || result.length < 66 || random() < 0.5) return result
    return changed(result as Hex, random, change)
  }
  rpc.set({ lies: { falsify } })
}

function changed(data: Hex, random: () => number, change: (word: bigint) => bigint): Hex {
  const at = 2 + 64 * Math.floor(random() * ((data.length - 2) / 64))
  const word = BigInt(`0x${data.slice(at, at + 64) || '0'}`)
  const lied = pad(toHex(BigInt.asUintN(256, change(word))), { size: 32 }).slice(2)
  return `${data.slice(0, at)}${lied}${data.slice(at + 64)}` as Hex
}

function expensive(result: unknown): unknown {
  const tip = toHex(10n ** 14n)
  return { ...(result as object), reward: Array.from({ length: 5 }, () => Array(3).fill(tip)) }
}
