import type { Topic } from '#agents/desk/Topic.ts'

/** Common questions about launches and the service, with answers that hold for all of them. */
const ANSWERS: readonly [RegExp, string][] = [
  [
    /\bmint(ed|s|ing)?\b/,
    'No. Every launch has 1,000,000,000 tokens, made once when it is launched; neither its creator nor anybody else can make more.',
  ],
  [
    /\b(liquidity|lp)\b.*\b(pulled?|removed?|rugged|withdrawn|unlocked)\b|\bpull\b.*\bliquidity\b/,
    'Not that of a launch: when it graduates, its liquidity is locked forever and nobody can withdraw it. What others deposited into an ordinary pool is theirs, and they can withdraw it at any time.',
  ],
  [
    /\b(my|the) (tokens?|coins?|bags?)\b.*\bgraduat/,
    'They stay what they are, in your wallet: there is nothing to claim or to swap. After graduation the same token is bought and sold in its Uniswap v4 pool instead of on the curve.',
  ],
  [
    /\b(cost|costs|fee|expensive|price)\b.*\bto launch\b|\blaunch\w*\b.*\b(cost|costs|free)\b/,
    'Launching itself is free but for the gas of the network. What you send along is your own first buy, of which the curve takes its 1% as of every trade.',
  ],
  [
    /\b(limit|max|maximum)\b.*\b(buys?|buying|purchase)\b|\bhow much can i buy\b/,
    'There is no limit for a wallet. A buy that would go past the target is filled up to it, the rest of the ETH comes back, and the token graduates. While a launch is in its opening, buys get fewer tokens (ask "is HRBR locked").',
  ],
  [
    /\bsafe with you\b|\bcustod\w+\b|\b(hold|keep|have) my (money|funds|tokens|eth)\b/,
    'I never hold it. I have no key, the service has no signer, and nothing leaves your wallet before you sign it there yourself.',
  ],
  [
    /^(cancel|stop|abort|never ?mind|forget it)\b/,
    'I sign and send nothing, so there is nothing for me to cancel. A transaction that you signed in your wallet cannot be undone once it is mined; one that still waits can be replaced there.',
  ],
]

const common: Topic = {
  name: 'commonQuestion',
  match: ({ plain, amount, addresses }) =>
    !amount && addresses.length === 0 && ANSWERS.some(([pattern]) => pattern.test(plain)) ? 8.5 : 0,
  answer: ({ question }) => ({ text: ANSWERS.find(([pattern]) => pattern.test(question.plain))?.[1] ?? '' }),
}

const operator: Topic = {
  name: 'operator',
  match: ({ plain }) =>
    /\bwho (runs|owns|operates|built|made) (this|the|your) (service|site|desk|thing)\b/.test(plain) ? 8.5 : 0,
  answer: ({ directory: { baseUrl } }) => ({
    text: `The operator of ${baseUrl}; ${baseUrl}/.well-known/security.txt names the contact. The desk is a program of that service and holds no key.`,
  }),
}

export const commonQuestionTopics: readonly Topic[] = [common, operator]
