import { type Address, formatEther, parseEther, zeroAddress } from 'viem'
import { type LaunchState, SHARES, type States } from './launchStates.ts'

/** The part of a `prepare` response that predicts the result. */
export type Answer = {
  action: string
  steps: { summary: string; transaction: Record<'to' | 'from' | 'data' | 'value' | 'gasLimit', string> }[]
  summary: string
  warnings: { code: string; message: string }[]
  quote: Record<'amountIn' | 'amountOut' | 'ethUsed' | 'refund' | 'withheld' | 'at', string> & { graduates: boolean }
  token: Address | null
  split: Address | null
  amount: string | null
  tokenAmount: string | null
}

export type Cell = { state: LaunchState; states: States; accounts: readonly Address[] }
/** The predicted gain of an account, without gas. */
export type Move = { who: Address; eth?: bigint; tokens?: bigint }

export type Action = {
  request: (cell: Cell) => Record<string, unknown>
  /** Every movement of ETH and of the token among the people of the test. */
  moves: (answer: Answer, cell: Cell) => Move[]
  /** Texts that the summary must contain. */
  words: (answer: Answer, cell: Cell) => string[]
}

const BURNED = '0x000000000000000000000000000000000000dEaD'
const ann = ({ accounts }: Cell) => accounts[0] as Address
const bob = ({ accounts }: Cell) => accounts[1] as Address
const cid = ({ accounts }: Cell) => accounts[2] as Address
const dan = ({ accounts }: Cell) => accounts[3] as Address
const token = ({ state }: Cell) => state.token
/** Who has the right and a key; where a contract has it, the creator, who has not. */
const rightful = ({ state, accounts }: Cell) =>
  accounts.includes(state.holder) ? state.holder : (accounts[0] as Address)
const eth = (wei: string | null) => `${formatEther(BigInt(wei ?? 0))} ETH`
const tokens = (units: string | null) =>
  formatEther(BigInt(units ?? 0))
    .replace(/(\.\d{6}).*/, '$1')
    .replace(/\.(\d*?)0*$/, (_, kept) => kept && `.${kept}`)

function buying(more: (cell: Cell) => Record<string, unknown>, receiver = bob): Action {
  return {
    request: (cell) => ({ action: 'buy', from: bob(cell), token: token(cell), ...more(cell) }),
    moves: ({ quote }, cell) => [
      { who: bob(cell), eth: -BigInt(quote.ethUsed) },
      { who: receiver(cell), tokens: BigInt(quote.amountOut) },
      { who: BURNED, tokens: BigInt(quote.withheld) },
    ],
    words: ({ quote }, cell) => [
      `Buys ${tokens(quote.amountOut)}`,
      `for ${eth(quote.ethUsed)}`,
      ...(quote.graduates ? ['graduates into its Uniswap v4 pool'] : []),
      ...(quote.refund === '0' ? [] : [`${eth(quote.refund)} are refunded`]),
      ...(receiver(cell) === bob(cell) ? [] : [`go to ${receiver(cell)}, not to the signer`]),
    ],
  }
}

type Person = (cell: Cell) => Address

function selling(
  amount: string,
  { seller = bob, receiver = seller }: { seller?: Person; receiver?: Person } = {},
): Action {
  return {
    request: (cell) => ({
      action: 'sell',
      from: seller(cell),
      token: token(cell),
      amount,
      ...(receiver !== seller && { recipient: receiver(cell), deadline: 4_000_000_000 }),
    }),
    moves: ({ quote }, cell) => [
      { who: seller(cell), tokens: -BigInt(quote.amountIn) },
      { who: receiver(cell), eth: BigInt(quote.amountOut) },
    ],
    words: ({ quote }) => [`Sells ${tokens(quote.amountIn)} tokens`, `for ${eth(quote.amountOut)}`],
  }
}

/** An action that moves nothing among these people, but for its gas. */
function still(request: Action['request'], words: Action['words'] = () => []): Action {
  return { request: (cell) => ({ token: token(cell), ...request(cell) }), moves: () => [], words }
}

function claiming(from: Person): Action {
  return {
    request: (cell) => ({ action: 'claim', from: from(cell), token: token(cell), recipient: dan(cell) }),
    moves: ({ amount, tokenAmount }, cell) => [
      { who: dan(cell), eth: BigInt(amount ?? 0), tokens: BigInt(tokenAmount ?? 0) },
    ],
    words: ({ amount, tokenAmount }) => [
      `Currently ${eth(amount)}`,
      ...(tokenAmount === '0' ? [] : [`${tokens(tokenAmount)} tokens`]),
    ],
  }
}

/** Everything that can be prepared for a launch, in the ways that differ. */
export const ACTIONS = {
  'buy for a little': buying(() => ({ value: String(parseEther('0.01')) })),
  'buy of all that is left, and more': buying(() => ({ value: String(parseEther('3.5')) })),
  'buy for another, until a deadline': buying(
    (cell) => ({ value: String(parseEther('0.002')), recipient: dan(cell), deadline: 4_000_000_000 }),
    dan,
  ),
  'buy of a million tokens': buying(() => ({ amountOut: String(parseEther('1000000')) })),
  'buy of more tokens than there are': buying(() => ({ amountOut: String(parseEther('900000000')) })),
  'sale of some': selling(String(parseEther('1000'))),
  'sale for another, until a deadline': selling(String(parseEther('500')), { receiver: dan }),
  'sale by who has none': selling(String(parseEther('1')), { seller: dan }),
  approval: still((cell) => ({ action: 'approve', from: bob(cell), amount: '5' })),
  'claim by the holder of the right': claiming(rightful),
  'claim by a stranger': claiming(dan),
  collection: still(
    (cell) => ({ action: 'collect', from: bob(cell) }),
    ({ amount }) => [`Currently ${eth(amount)}`],
  ),
  'offer of the right': still(
    (cell) => ({ action: 'transferCreator', from: rightful(cell), to: dan(cell) }),
    (_, cell) => [`to ${dan(cell)}`],
  ),
  'withdrawal of the offer': still((cell) => ({
    action: 'transferCreator',
    from: rightful(cell),
    to: zeroAddress,
  })),
  'offer by a stranger': still((cell) => ({ action: 'transferCreator', from: dan(cell), to: ann(cell) })),
  'acceptance by whom it was offered to': still((cell) => ({ action: 'acceptCreator', from: cid(cell) })),
  'acceptance by a stranger': still((cell) => ({ action: 'acceptCreator', from: dan(cell) })),
  'release of the lock': {
    request: (cell) => ({ action: 'releaseLock', from: dan(cell), token: token(cell) }),
    moves: ({ amount }, cell) => [
      { who: token(cell), tokens: -BigInt(amount ?? 0) },
      { who: cell.state.holder, tokens: BigInt(amount ?? 0) },
    ],
    words: ({ amount }) => [`Currently ${tokens(amount)} tokens`],
  },
  'payment by the fee split': {
    request: (cell) => ({ action: 'claimFeeSplit', from: bob(cell), token: token(cell), split: cell.states.split }),
    moves: ({ amount, tokenAmount }, { accounts, states }) => {
      const part = (whole: string | null, bps: number) => (BigInt(whole ?? 0) * BigInt(bps)) / 10_000n
      const paid = SHARES.map(([place, bps]) => ({
        who: accounts[place] as Address,
        eth: part(amount, bps),
        tokens: part(tokenAmount, bps),
      }))
      // The rounding remainder stays in the split.
      const left = {
        who: states.split,
        eth: paid.reduce((rest, { eth: share }) => rest - share, BigInt(amount ?? 0)),
        tokens: paid.reduce((rest, { tokens: share }) => rest - share, BigInt(tokenAmount ?? 0)),
      }
      return [...paid, left]
    },
    words: ({ amount }) => [`Currently ${eth(amount)}`],
  },
} satisfies Record<string, Action>

const value = String(parseEther('0.1'))
const salt = (byte: string) => `0x${byte.repeat(32)}`

/** Launches with each choice, and with all of them. */
export const CREATIONS: Record<string, (states: States) => Record<string, unknown>> = {
  'nothing chosen': () => ({}),
  'a first buy': () => ({ value }),
  'a first buy that fills the curve': () => ({ value: String(parseEther('5')) }),
  'a metadata URI and a referrer': ({ split }) => ({ metadataUri: 'ipfs://about', referrer: split }),
  'a salt': () => ({ salt: salt('a1') }),
  'a fee holder': ({ split }) => ({ feeHolder: split }),
  'an opening': () => ({ openingSeconds: 120 }),
  'a first buy in an opening': () => ({ openingSeconds: 120, value }),
  'a locked first buy': () => ({ lockDays: 30, value }),
  'a locked first buy that fills the curve': () => ({ lockDays: 30, value: String(parseEther('5')) }),
  everything: ({ split }) => ({
    value,
    metadataUri: 'ipfs://about',
    referrer: split,
    salt: salt('a2'),
    feeHolder: split,
    openingSeconds: 3_600,
    lockDays: 365,
  }),
}
