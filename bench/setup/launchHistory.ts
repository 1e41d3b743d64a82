import {
  encodeAbiParameters,
  encodeEventTopics,
  getAbiItem,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  stringToHex,
} from 'viem'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import * as Curve from '#launchpad/contract/Curve.ts'
import { devnetLaunchpad } from '#launchpad/contract/launchpad.generated.ts'
import * as Bloom from '#launchpad/indexer/chain/Bloom.ts'

/** A log as a node sends it, as JSON text, with the fields that queries filter by. */
export type StoredLog = { address: string; topics: readonly string[]; json: string }
/** `json` has the hashes of its transactions, `full` the transactions themselves. */
export type StoredBlock = { number: number; hash: Hex; json: string; full: string; logs: StoredLog[] }

type Shape = { tokens: number; trades: number; perBlock: number }

export const FACTORY = devnetLaunchpad.address.toLowerCase() as Hex
const ZERO_TOPIC = pad('0x00')
const FACTORY_TOPIC = pad(FACTORY)
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const [TRADE] = encodeEventTopics({ abi: launchpadAbi, eventName: 'Trade' }) as [Hex]
const [CREATED] = encodeEventTopics({ abi: launchpadAbi, eventName: 'TokenCreated' }) as [Hex]
const TRADERS = 200
const GENESIS_TIME = Math.floor(Date.now() / 1000) - 50_000
const created = getAbiItem({ abi: launchpadAbi, name: 'TokenCreated' }).inputs.slice(2)

/**
 * A history of launches and trades as the contract would have written it: states follow from each other by its own
 * arithmetic, hashes link, and every header has the filter of its block's logs.
 */
export function writeHistory({ tokens, trades, perBlock }: Shape): StoredBlock[] {
  const chain = createChain()
  const curves = Array.from({ length: tokens }, () => ({ ...Curve.untouched }))
  const launches = Array.from({ length: tokens }, (_, index) => index)
  chain.push([])
  for (let at = 0; at < tokens; at += perBlock) chain.push(launches.slice(at, at + perBlock).flatMap(launchLogs))
  for (let at = 0; at < trades; at += perBlock) {
    const count = Math.min(perBlock, trades - at)
    chain.push(Array.from({ length: count }, (_, index) => tradeLogs(curves, at + index)).flat())
  }
  // The last blocks are left to what follows the tip.
  for (let index = 0; index < 40; index++) chain.push([])
  return chain.blocks
}

type Draft = { address: Hex; topics: Hex[]; data: Hex; tx: number }

function launchLogs(index: number): Draft[] {
  const token = tokenAt(index)
  const creator = pad(traderAt(index % 50))
  const data = encodeAbiParameters(created, [`Token ${index}`, `T${index}`, BigInt(GENESIS_TIME)])
  return [
    { address: FACTORY, topics: [CREATED, pad(token), creator], data, tx: index },
    { address: token, topics: [TRANSFER, ZERO_TOPIC, FACTORY_TOPIC], data: word(Curve.cfg.totalSupply), tx: index },
  ]
}

/** Each account buys and then sells half of it, so that curves fill slowly and never reach the target. */
function tradeLogs(curves: Curve.State[], index: number): Draft[] {
  const place = index % curves.length
  const trader = traderAt(Math.floor(index / curves.length) % TRADERS)
  const state = curves[place] as Curve.State
  const quote = Curve.buyQuote(state, 10n ** 15n + BigInt(index))
  const after = Curve.afterBuy(state, quote)
  curves[place] = after
  const values = [quote.ethUsed, quote.tokensOut, quote.fee, after.realEth, after.sold].map((value) =>
    word(value).slice(2),
  )
  const data: Hex = `0x${pad(trader).slice(2)}${word(1n).slice(2)}${values.join('')}`
  const token = tokenAt(place)
  const tx = 10_000_000 + index
  return [
    { address: FACTORY, topics: [TRADE, pad(token), pad(trader)], data, tx },
    { address: token, topics: [TRANSFER, FACTORY_TOPIC, pad(trader)], data: word(quote.tokensOut), tx },
  ]
}

function createChain(): { blocks: StoredBlock[]; push(drafts: readonly Draft[]): void } {
  const blocks: StoredBlock[] = []
  return {
    blocks,
    push(drafts) {
      const number = blocks.length
      const hash = keccak256(stringToHex(`block ${number}`))
      const header = { number, hash, parentHash: blocks.at(-1)?.hash ?? ZERO_TOPIC }
      const transactions = [...new Set(drafts.map(({ tx }) => tx))]
      const logs = drafts.map((draft, logIndex) =>
        storeLog(draft, { ...header, logIndex, transactionIndex: transactions.indexOf(draft.tx) }),
      )
      const block = blockJson(header, drafts)
      const hashes = transactions.map((tx) => numberToHex(tx, { size: 32 }))
      const full = hashes.map((transaction, index) => transactionJson(header, transaction, index))
      blocks.push({
        number,
        hash,
        json: JSON.stringify({ ...block, transactions: hashes }),
        full: JSON.stringify({ ...block, transactions: full }),
        logs,
      })
    },
  }
}

function blockJson({ number, hash, parentHash }: Header, drafts: readonly Draft[]) {
  const zero = ZERO_TOPIC
  return {
    number: numberToHex(number),
    hash,
    parentHash,
    timestamp: numberToHex(GENESIS_TIME + number),
    logsBloom: Bloom.ofLogs(drafts),
    nonce: '0x0000000000000000',
    sha3Uncles: zero,
    transactionsRoot: zero,
    stateRoot: zero,
    receiptsRoot: zero,
    mixHash: zero,
    miner: pad('0x00', { size: 20 }),
    difficulty: '0x0',
    totalDifficulty: '0x0',
    extraData: '0x',
    size: '0x1',
    gasLimit: '0x1c9c380',
    gasUsed: '0x0',
    baseFeePerGas: '0x1',
    uncles: [],
  }
}

type Header = { number: number; hash: Hex; parentHash: Hex }

function transactionJson({ number, hash }: Header, transaction: Hex, index: number) {
  return {
    hash: transaction,
    blockHash: hash,
    blockNumber: numberToHex(number),
    transactionIndex: numberToHex(index),
    from: traderAt(index),
    to: FACTORY,
    gas: '0x30d40',
    gasPrice: '0x1',
    input: '0x',
    nonce: '0x0',
    type: '0x0',
    value: '0x0',
    r: ZERO_TOPIC,
    s: ZERO_TOPIC,
    v: '0x1b',
  }
}

type Place = Header & { logIndex: number; transactionIndex: number }

function storeLog(
  { address, topics, data, tx }: Draft,
  { number, hash, logIndex, transactionIndex }: Place,
): StoredLog {
  const json = JSON.stringify({
    address,
    topics,
    data,
    blockNumber: numberToHex(number),
    blockHash: hash,
    transactionHash: numberToHex(tx, { size: 32 }),
    transactionIndex: numberToHex(transactionIndex),
    logIndex: numberToHex(logIndex),
    removed: false,
  })
  return { address, topics, json }
}

function tokenAt(index: number): Hex {
  return numberToHex(0x70_000_000 + index, { size: 20 })
}

function traderAt(index: number): Hex {
  return numberToHex(0x7ade_0000 + index, { size: 20 })
}

function word(value: bigint): Hex {
  return numberToHex(value, { size: 32 })
}
