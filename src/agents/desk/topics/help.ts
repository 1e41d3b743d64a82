import { byWords, type Topic } from '#agents/desk/Topic.ts'

/** Examples that work as they are typed. */
const EXAMPLES = [
  'price of ETH in DUSD',
  'how deep is the ETH/DUSD pool',
  'how much DUSD do I need next to 0.5 ETH between 2500 and 3500',
  'what launched in the last hour',
  'what is about to graduate',
  'launch a token called Harbour with symbol HRBR and buy 0.1 ETH',
  'what does graduation do',
  'which rooms talk about ETH',
  'which chain is this',
] as const

export const help: Topic = {
  name: 'help',
  match: byWords([/^(help|hi|hello|hey|start|menu)\b/, 4], [/\bwhat can you (not )?do\b|\bhow does this work\b/, 8]),
  answer: () => ({
    text: [
      'I answer questions about pools, prices, ticks, liquidity positions, launches and rooms of this service, from live data, and build unsigned transactions for your own wallet. I hold no key and cannot sign or send. Try:',
      ...EXAMPLES.map((example) => `- ${example}`),
    ].join('\n'),
  }),
}
