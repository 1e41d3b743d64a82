import { read } from '#agents/desk/Service.ts'
import type { Topic } from '#agents/desk/Topic.ts'

const ASKING = /\b(what|whats|why|how|will|explain|mean|means|meaning|define|differ\w*|vs|versus|compare)\b|\?$/

/** Words of the trade and what they mean; each text is true of every pool and launch here. */
const ENTRIES: readonly [RegExp, string][] = [
  [
    /\b(differ\w*|vs|versus|compare|better)\b.*\bv[234]\b.*\bv[234]\b|\bv[234] (or|vs|versus) v[234]\b/,
    'V2 spreads a deposit over all prices and takes 0.3%; its fees grow into the position. V3 lets you choose a price range and one of a few fees; the position is an NFT and fees are claimed. V4 does the same in one contract for all pools, holds native ETH, allows any fee, and a pool may have a hook, a contract that runs with each action. Narrow ranges earn more while the price is inside, and nothing outside.',
  ],
  [
    /\bwhat(s| is| are)? (a |the )?ticks?\b(?! of)|\bticks? (mean|work)/,
    'A tick is a step of the price: tick t is the price 1.0001 to the power of t, so each is 0.01% from the next. V3 and v4 positions begin and end at ticks that are multiples of the pool\'s spacing. "Convert tick -198080 to a price for ETH/DUSD" does the sum.',
  ],
  [
    /\bbonding curve\b|\bwhats? (is )?(a |the )?curve\b|\bhow does the curve\b/,
    'A bonding curve sells a new token out of a contract: each buy raises the price by a fixed rule, each sale lowers it again, and the ETH paid waits in the contract to buy tokens back. When it has raised its target, the token graduates into a Uniswap v4 pool. Ask "what does graduation do" for the figures.',
  ],
  [
    /\bslippage\b|\btolerance\b/,
    'Slippage is how far the price may move between your quote and your transaction. I build launch trades with a tolerance of 2% and positions with 0.5% (0.05% for v4 with native ETH): outside it the transaction fails and you keep your tokens. The card names the least you get and the most you pay.',
  ],
  [
    /\bat most\b|\b(the )?rest back\b|\bless than (i|what i|was) (offer|offered|gave|said|have)\b|\bwhy less\b|\bleft ?overs?\b/,
    'A v4 deposit asks for the most liquidity that your offer pays for at every price within the tolerance, so that at the price of now a little less goes in. "At most" is what the transaction itself holds to: it takes no more of either token, and reverts instead. Tokens that are not needed never leave your wallet; ETH that was sent along and is not needed comes back in the same transaction. On v2 and v3 what goes in now is also the most.',
  ],
  [
    /\bprice impact\b/,
    'Price impact is how much your own trade moves the price: on a curve or in a shallow pool a large buy pays more for each further token. Each quote I give names it.',
  ],
  [
    /\bhooks?\b/,
    'A hook is a contract that a v4 pool calls with each swap or deposit. It can set the fee, refuse wallets or take a part, so read it before you trust its pool; I say "with a hook" wherever a pool has one.',
  ],
  [
    /\bwhy\b.*\b(approv\w*|allowances?|permit2?)\b|\bwhat(s| is) (an? |the )?(approval|allowance|permit2?)\b/,
    'A token only moves out of your wallet when you have allowed someone to take an amount: that is an approval. Deposits need one for each token but native ETH, to the position manager (v4: to Permit2 first). I only ask for what the deposit takes, with a little headroom. Quote a deposit, then ask "what approvals will I need".',
  ],
  [
    /\bhow (do|can|would) i\b.*\b(provide|add|lp|deposit)\b|\bhow\b.*\bprovide liquidity\b/,
    'Say what you have and, on v3 and v4, the range: "how much DUSD do I need next to 0.5 ETH between 2500 and 3500". Then "prepare it for 0x…" gives the approvals and the unsigned deposit as a card; you sign them in your wallet, in order.',
  ],
  [
    /\bgas\b|\bnetwork fee\b/,
    'I do not know the gas price: your wallet shows it before you sign, and the /lp calls estimate it with "simulateTransaction": true. A deposit takes about 200,000 to 500,000 gas, a trade on the curve about 100,000 to 150,000.',
  ],
  [
    /\bconcentrated\b|\bwhat(s| is) (a |the )?(price )?range\b|\bout of range mean/,
    'A range is the part of the price axis a v3 or v4 position works in. Inside it the position holds both tokens and earns fees; outside it holds one of them and earns nothing.',
  ],
  [
    /\bliquidity provider\b|\bwhat(s| is) (an? )?lp\b|\bwhat(s| is) liquidity\b/,
    'Liquidity is what others trade against: anyone who deposits two tokens into a pool (an LP) earns its fee, and carries the risk that the pool sells what rises and buys what falls ("what is impermanent loss").',
  ],
]

const glossary: Topic = {
  name: 'glossary',
  match: ({ plain, amount, addresses }) =>
    !amount && addresses.length === 0 && ASKING.test(plain) && ENTRIES.some(([pattern]) => pattern.test(plain))
      ? 6.5
      : 0,
  answer: ({ question }) => ({ text: ENTRIES.find(([pattern]) => pattern.test(question.plain))?.[1] ?? '' }),
}

const block: Topic = {
  name: 'block',
  match: ({ plain }) => (/\b(what|which|current|latest) block\b|\bblock (number|height)\b/.test(plain) ? 7 : 0),
  async answer({ service, directory: { chainId } }) {
    const stats = await read(service, '/api/launchpad/stats')
    return { text: `The index has read chain ${chainId} up to block ${stats.block}, of ${stats.blockTime}.` }
  },
}

export const glossaryTopics: readonly Topic[] = [glossary, block]
