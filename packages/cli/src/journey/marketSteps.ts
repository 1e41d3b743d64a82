import { formatEther, parseEther, zeroAddress } from 'viem'
import type { LpCreateRequest } from '../../../sdk/src/operations.generated.ts'
import { pause } from '../../../sdk/src/retry.ts'
import { type Journey, need, type Step } from './Journey.ts'
import { sendPrepared, verdictOf } from './send.ts'

const CHAIN_ID = 4663
const TICK_MAX = 887_272
const PATIENCE_MS = 60_000
const POLL_MS = 50

/** The life of a token: launch, trades, graduation, liquidity, fees and their events. */
export const marketSteps: readonly Step[] = [
  {
    name: 'launch',
    async run(journey) {
      const salt = `0x${Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
      const request = { action: 'create', name: 'Journey', symbol: 'JRNY', value: wei('0.1'), salt } as const
      const { answer, verdict } = await sendPrepared(journey, journey.creator, request)
      need(answer.token, 'The answer names no token.')
      journey.token = answer.token
      return `Launched JRNY with a first buy of 0.1 ETH, ${verdict}: ${journey.url}/launch/${answer.token}`
    },
  },
  {
    name: 'rule',
    async run(journey) {
      const rule = { name: 'Journey', type: 'launch.graduated', filter: { token: tokenOf(journey) } } as const
      const { id } = await journey.trader.client.createRule(rule)
      return `A second wallet asked to be alerted when JRNY graduates: ${id}.`
    },
  },
  {
    name: 'trade',
    async run(journey) {
      const token = tokenOf(journey)
      const bought = await sendPrepared(journey, journey.trader, { action: 'buy', token, value: wei('1') })
      const amount = String(BigInt(bought.answer.quote?.minOut ?? 0) / 2n)
      const sold = await sendPrepared(journey, journey.trader, { action: 'sell', token, amount })
      return `It bought for 1 ETH (${bought.verdict}) and sold ${formatEther(BigInt(amount))} JRNY (${sold.verdict}).`
    },
  },
  {
    name: 'graduate',
    async run(journey) {
      const token = tokenOf(journey)
      await sendPrepared(journey, journey.trader, { action: 'buy', token, value: wei('4') })
      const read = () => journey.visitor.getLaunchToken({ address: token })
      need(await until(async () => (await read()).graduated, journey.signal), 'The token did not graduate.')
      return `The last buy filled the curve: JRNY trades in the Uniswap v4 pool ${(await read()).poolId}.`
    },
  },
  { name: 'provide', run: provide },
  {
    name: 'claim',
    async run(journey) {
      const { answer, verdict } = await sendPrepared(journey, journey.creator, {
        action: 'claim',
        token: tokenOf(journey),
      })
      return `The creator claimed ${formatEther(BigInt(answer.amount ?? 0))} ETH of fees, ${verdict}.`
    },
  },
  { name: 'alert', run: hear },
]

function wei(ether: string): string {
  return String(parseEther(ether))
}

function tokenOf({ token }: Journey): string {
  need(token, 'The journey has not launched a token yet.')
  return token
}

/** Approvals for exactly what the position may take, one permit, then the position over the whole range. */
async function provide(journey: Journey): Promise<string> {
  const { client, wallet, account } = journey.trader
  const { poolKey, poolId } = await journey.visitor.getLaunchToken({ address: tokenOf(journey) })
  need(poolKey && poolId, 'The token has no pool.')
  const edge = Math.floor(TICK_MAX / poolKey.tickSpacing) * poolKey.tickSpacing
  const place = { walletAddress: account.address, chainId: CHAIN_ID, protocol: 'V4' } as const
  const request: LpCreateRequest = {
    ...place,
    existingPool: { token0Address: poolKey.currency0, token1Address: poolKey.currency1, poolReference: poolId },
    independentToken: { tokenAddress: zeroAddress, amount: wei('0.1') },
    tickBounds: { tickLower: -edge, tickUpper: edge },
  }
  const draft = await client.lpCreate({ ...request, simulateTransaction: false })
  const lpTokens = draft.limits.pay.map(({ tokenAddress, atMost }) => ({ tokenAddress, amount: atMost }))
  const approval = await client.lpCheckApproval({ ...place, action: 'CREATE', lpTokens })
  const { signature } = await journey.execute(approval, wallet)
  const signed = signature ? { batchPermitData: approval.v4BatchPermitData, signature } : {}
  const answer = await client.lpCreate({ ...request, ...signed })
  const { hashes } = await journey.execute(answer, wallet)
  const verdict = await verdictOf(journey, hashes.at(-1) ?? '', answer.statement)
  return `The second wallet provided ${formatEther(BigInt(answer.token0.amount))} ETH and JRNY to that pool, ${verdict}: ${journey.url}/positions`
}

/** The rule of the step `rule` fires once the index has read the graduation. */
async function hear({ trader: { client }, signal }: Journey): Promise<string> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])
  const alerts = client.followAlerts({}, { lastEventId: '0', signal: patience })
  for await (const { data } of alerts)
    if (data['type'] === 'launch.graduated') return 'The alert arrived: the token has graduated.'
  throw new Error('The stream of alerts ended.')
}

/** Waits, because the index follows the chain. */
async function until(isTrue: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(POLL_MS, signal))
    if (await isTrue()) return true
  return false
}
