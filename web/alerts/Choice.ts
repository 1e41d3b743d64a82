/** Something that a person can set an alert for, as one line of the bell. */
export type Choice = {
  /** Continues "Alert me when …". */
  words: string
  type: string
  /** The subject of the page. */
  filter: Readonly<Record<string, string | number>>
  /** A value that the person types. */
  amount?: { field: string; unit: string; decimals: number; hint: string }
}

const ETH = { unit: 'ETH', decimals: 18 }

/** For this long after an alert others of the same kind are left out. */
export const COOLDOWN_SECONDS: Readonly<Record<string, number>> = {
  'launch.trade': 60,
  'room.message': 60,
  'position.fees': 3_600,
}

function tokenChoices(token: string): Choice[] {
  const about = { filter: { token } }
  return [
    {
      ...about,
      words: 'it is traded for at least',
      type: 'launch.trade',
      amount: { field: 'minEth', ...ETH, hint: '0.5' },
    },
    {
      ...about,
      words: 'its market cap rises to',
      type: 'launch.market_cap',
      amount: { field: 'above', ...ETH, hint: '20' },
    },
    {
      ...about,
      words: 'its market cap falls to',
      type: 'launch.market_cap',
      amount: { field: 'below', ...ETH, hint: '5' },
    },
    {
      ...about,
      words: 'its progress reaches',
      type: 'launch.progress',
      amount: { field: 'above', unit: '%', decimals: 2, hint: '90' },
    },
    { ...about, words: 'it graduates', type: 'launch.graduated' },
    { ...about, words: 'its creator sells', type: 'launch.creator_sold' },
  ]
}

function roomChoices(roomId: string): Choice[] {
  const filter = { roomId }
  return [
    { words: 'I am mentioned', type: 'room.mention', filter },
    { words: 'somebody posts', type: 'room.message', filter },
    { words: 'a signal is settled', type: 'signal.settled', filter },
  ]
}

type Token = { address: string; symbol: string; decimals: number }
type PositionSubject = { chainId: number; protocol: string; tokenId: string; tokens: readonly Token[] }

/** The subject of a bell. */
export type Subject =
  | { kind: 'token'; token: string }
  | { kind: 'room'; roomId: string }
  | ({ kind: 'position' } & PositionSubject)

export function choicesOf(subject: Subject): Choice[] {
  if (subject.kind === 'token') return tokenChoices(subject.token)
  return subject.kind === 'room' ? roomChoices(subject.roomId) : positionChoices(subject)
}

function positionChoices({ chainId, protocol, tokenId, tokens }: PositionSubject): Choice[] {
  const filter = { chainId, protocol, tokenId }
  return [
    { words: 'it is out of range', type: 'position.out_of_range', filter },
    { words: 'it is back in range', type: 'position.in_range', filter },
    ...tokens.map(({ address, symbol: unit, decimals }) => ({
      words: `its ${unit} fees reach`,
      type: 'position.fees',
      filter: { ...filter, token: address },
      amount: { field: 'above', unit, decimals, hint: '0.1' },
    })),
  ]
}
