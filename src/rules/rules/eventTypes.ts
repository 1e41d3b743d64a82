import { z } from 'zod'
import { Address, Amount, CHAIN_IDS } from '#core/wire.ts'

/** How a type compares its amount: at least a limit, or the amount crosses a value in one direction. */
type Comparison = { kind: 'atLeast'; field: string } | { kind: 'crosses' }

export type EventType = {
  summary: string
  /** The filter of a rule; a field that is left out matches everything. */
  filter: z.ZodObject
  /** Fields compared for equality; rules are indexed by the first one that they name. */
  keys: readonly string[]
  compares?: Comparison
  /** The data of an example, which `test` sends. */
  example: Readonly<Record<string, unknown>>
}

const Token = Address.optional().meta({ description: 'The token. Default: every token' })
const OneToken = Address.meta({ description: 'The token.' })
const Account = Address.optional().meta({ description: 'The account. Default: every account' })
const Side = z.enum(['buy', 'sell']).optional().meta({ description: 'Default: both' })
const atLeast = (what: string) => Amount.optional().meta({ description: `Minimum ${what}. Default: any` })
const above = (unit: string) => Amount.optional().meta({ description: `Rises to this value or above it, ${unit}.` })
const below = (unit: string) => Amount.optional().meta({ description: `Falls to this value or below it, ${unit}.` })
const crossing = (unit: string) => ({ above: above(unit), below: below(unit) })

const TOKEN = '0x52908400098527886E0F7030069857D2E4169EE7'
const TRADER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const TX = `0x${'5a'.repeat(32)}`
const TRADE = {
  address: TOKEN,
  block: 1204,
  logIndex: 3,
  timestamp: '2026-11-17T12:00:00.000Z',
  transactionHash: TX,
  venue: 'curve',
  side: 'sell',
  trader: TRADER,
  recipient: TRADER,
  ethAmount: '250000000000000000',
  feeBackedEth: '250000000000000000',
  tokenAmount: '81000000000000000000000000',
  fee: '2525252525252526',
  priceEth: '3086419753',
  realEthRaised: '1250000000000000000',
  tokensSold: '310000000000000000000000000',
}
const crossed = (value: string, before: string) => ({ address: TOKEN, block: 1204, value, before })
const id = (what: string) => z.string().max(64, 'must be an id').meta({ description: what })
const RoomId = id('A room that you can read.')
const BoxId = id('One of your boxes.')
const PostKind = z
  .enum(['message', 'signal', 'proposal', 'result'])
  .optional()
  .meta({ description: 'Default: every kind' })
const Author = z.string().max(64).optional().meta({ description: 'The name of the author. Default: everyone' })
const Participant = id('One of your participants. Default: all of yours').optional()
const RunStatus = z.enum(['completed', 'failed', 'cancelled']).optional().meta({ description: 'Default: every status' })
const POST = {
  roomId: 'room_01kd2m6a7b8c9d0e1f2g3h4j5k',
  messageId: 'msg_01kd2m6a7b8c9d0e1f2g3h4j5k',
  seq: 12,
  kind: 'message',
  author: 'Ada',
  content: 'Volume is up since Monday.',
  untrusted: true,
}
const RUN = {
  boxId: 'box_01kd2m6a7b8c9d0e1f2g3h4j5k',
  sessionId: 'sess_01kd2m6a7b8c9d0e1f2g3h4j5k',
  taskId: 'task_01kd2m6a7b8c9d0e1f2g3h4j5k',
  untrusted: true,
}
const SignalAuthor = id('The participant who posted it. Default: everyone').optional()
const SignalStatus = z.enum(['scored', 'unscored']).optional().meta({ description: 'Default: both' })
const KeyId = id('One of your keys. Default: all of yours').optional()
const LimitPolicy = z
  .enum(['read', 'build', 'write', 'control', 'auth', 'stream'])
  .optional()
  .meta({ description: 'The limit. Default: every limit' })
const SIGNAL = {
  roomId: POST.roomId,
  messageId: POST.messageId,
  participantId: 'part_01kd2m6a7b8c9d0e1f2g3h4j5k',
  token: TOKEN,
  side: 'buy',
  horizonSeconds: 3600,
  status: 'scored',
  scoreBps: 412,
  weight: 3,
}
const KEY = { keyId: 'key_01kd2m6a7b8c9d0e1f2g3h4j5k', name: 'bot', masked: 'svc_sk_…3f9a' }
const Position = {
  chainId: z
    .literal(CHAIN_IDS, { error: `must be one of ${CHAIN_IDS.join(', ')}` })
    .meta({ description: 'The chain.' }),
  protocol: z.enum(['V3', 'V4'], { error: 'must be V3 or V4' }),
  tokenId: z
    .string()
    .regex(/^[1-9]\d{0,77}$/, 'must be the id of a position, in digits')
    .meta({ description: 'The id of the position.' }),
}
const POSITION_KEYS = ['tokenId', 'chainId', 'protocol'] as const
const POSITION = { chainId: 4663, protocol: 'V4', tokenId: '7', block: 1204 }
const FeeToken = Address.meta({ description: 'One of the two tokens of the position.' })
const LEVEL = { keys: ['token'], compares: { kind: 'crosses' } } as const

/** Every type of event that a rule can wait for. */
export const EVENT_TYPES = {
  'launch.created': {
    summary: 'A token was launched.',
    filter: z.strictObject({ creator: Account }),
    keys: ['creator'],
    example: {
      address: TOKEN,
      name: 'Example',
      symbol: 'EXM',
      untrusted: true,
      creator: TRADER,
      createdAtBlock: 1200,
      createdAtTx: TX,
    },
  },
  'launch.trade': {
    summary: 'A token was bought or sold, on the curve or in its pool.',
    filter: z.strictObject({ token: Token, trader: Account, side: Side, minEth: atLeast('wei of the trade') }),
    keys: ['token', 'trader', 'side'],
    compares: { kind: 'atLeast', field: 'minEth' },
    example: TRADE,
  },
  'launch.price': {
    summary: 'The price of a token crossed a value, comparing the ends of two blocks.',
    filter: z.strictObject({ token: OneToken, ...crossing('in wei per whole token') }),
    ...LEVEL,
    example: crossed('3086419753', '2986419753'),
  },
  'launch.market_cap': {
    summary: 'The market cap of a token crossed a value.',
    filter: z.strictObject({ token: OneToken, ...crossing('in wei') }),
    ...LEVEL,
    example: crossed('3086419753000000000', '2986419753000000000'),
  },
  'launch.progress': {
    summary: 'The progress of a launch towards its graduation crossed a value.',
    filter: z.strictObject({ token: Token, ...crossing('in hundredths of a percent') }),
    ...LEVEL,
    example: crossed('8012', '7950'),
  },
  'launch.graduated': {
    summary: 'A launch graduated into its pool.',
    filter: z.strictObject({ token: Token }),
    keys: ['token'],
    example: { address: TOKEN, graduatedAtBlock: 1204, graduatedAtTx: TX, poolId: TX },
  },
  'launch.creator_sold': {
    summary: "The creator of a launch, its fee holder or an account of its fee split sold the launch's token.",
    filter: z.strictObject({ token: Token, minEth: atLeast('wei of the sale') }),
    keys: ['token'],
    compares: { kind: 'atLeast', field: 'minEth' },
    example: TRADE,
  },
  'launch.lock_released': {
    summary: "Tokens of a locked first buy went to the holder of the creator's right.",
    filter: z.strictObject({ token: Token }),
    keys: ['token'],
    example: { address: TOKEN, block: 1204, amount: '1000000000000000000', released: '5000000000000000000' },
  },
  'launch.fees_claimable': {
    summary: "The creator's claimable fees of a launch crossed a value.",
    filter: z.strictObject({ token: OneToken, ...crossing('in wei') }),
    ...LEVEL,
    example: crossed('100000000000000000', '98000000000000000'),
  },
  'position.out_of_range': {
    summary: 'The price left the range of a liquidity position, which now earns no fees.',
    filter: z.strictObject(Position),
    keys: POSITION_KEYS,
    example: { ...POSITION, tick: 204_020, tickLower: 201_000, tickUpper: 204_000 },
  },
  'position.in_range': {
    summary: 'The price came back into the range of a liquidity position.',
    filter: z.strictObject(Position),
    keys: POSITION_KEYS,
    example: { ...POSITION, tick: 203_980, tickLower: 201_000, tickUpper: 204_000 },
  },
  'position.fees': {
    summary: 'The uncollected fees of a liquidity position in one of its tokens crossed a value.',
    filter: z.strictObject({ ...Position, token: FeeToken, ...crossing('in its smallest unit') }),
    keys: [...POSITION_KEYS, 'token'],
    compares: { kind: 'crosses' },
    example: { ...POSITION, token: TOKEN, value: '1000000000000000000', before: '990000000000000000' },
  },
  'room.message': {
    summary: 'A message was posted to a room that you can read.',
    filter: z.strictObject({ roomId: RoomId, kind: PostKind, author: Author }),
    keys: ['roomId', 'kind', 'author'],
    example: POST,
  },
  'room.mention': {
    summary: 'One of your participants was mentioned in a room.',
    filter: z.strictObject({ roomId: RoomId, participantId: Participant }),
    keys: ['roomId', 'participantId'],
    example: { ...POST, content: '@scout is this real?', participantId: 'part_01kd2m6a7b8c9d0e1f2g3h4j5k' },
  },
  'box.run_ended': {
    summary: 'A run of one of your boxes ended.',
    filter: z.strictObject({ boxId: BoxId, status: RunStatus }),
    keys: ['boxId', 'status'],
    example: { ...RUN, status: 'completed', reply: 'The price is 3086419753 wei.', error: null },
  },
  'box.run_settled': {
    summary: 'A run of one of your boxes ended, or its agent asks for a confirmation.',
    filter: z.strictObject({ boxId: BoxId, taskId: id('One run. Default: every run').optional() }),
    keys: ['taskId', 'boxId'],
    example: { ...RUN, status: 'completed' },
  },
  'box.confirmation_asked': {
    summary: 'The agent of one of your boxes asks for a confirmation.',
    filter: z.strictObject({ boxId: BoxId }),
    keys: ['boxId'],
    example: { ...RUN, title: 'Buy 0.1 ETH of WATCH' },
  },
  'signal.settled': {
    summary: 'A signal in a room that you can read was scored, or stays unscored.',
    filter: z.strictObject({ roomId: RoomId, participantId: SignalAuthor, status: SignalStatus }),
    keys: ['roomId', 'participantId', 'status'],
    example: SIGNAL,
  },
  'key.new_network': {
    summary: 'One of your keys was used from a network (/24, or /48 of IPv6) that it has not used for 90 days.',
    filter: z.strictObject({ keyId: KeyId }),
    keys: ['keyId'],
    example: { ...KEY, network: '203.0.113.0/24' },
  },
  'key.expiring': {
    summary: 'One of your keys expires within three days, or has a quarter of its life left if that is less.',
    filter: z.strictObject({ keyId: KeyId }),
    keys: ['keyId'],
    example: { ...KEY, expiresAt: '2026-11-20T12:00:00.000Z' },
  },
  'limit.nearly_used': {
    summary: 'You have used 80% of a rate limit. At most one event per hour and limit.',
    filter: z.strictObject({ policy: LimitPolicy }),
    keys: ['policy'],
    example: { policy: 'write', quota: 60, remaining: 12, windowSeconds: 60 },
  },
} as const satisfies Record<string, EventType>

export type EventTypeName = keyof typeof EVENT_TYPES

export const EVENT_TYPE_NAMES = Object.keys(EVENT_TYPES) as [EventTypeName, ...EventTypeName[]]

export function isEventType(name: string): name is EventTypeName {
  return Object.hasOwn(EVENT_TYPES, name)
}

export function eventTypeOf(name: EventTypeName): EventType {
  return EVENT_TYPES[name]
}
