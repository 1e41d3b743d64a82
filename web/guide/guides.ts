export type GuideName = 'launch' | 'position'

/** `target` finds the part of the page that a step is about. */
export type Step = { target: string; title: string; text: string }

const CONNECT: Step = {
  target: '#wallet',
  title: 'Connect the test wallet',
  text: 'Press Connect and choose the test wallet. Its accounts hold test ETH, which has no value.',
}

/** Guides to a first launch and a first position, by the elements of the page. */
export const GUIDES: Record<GuideName, readonly Step[]> = {
  launch: [
    CONNECT,
    {
      target: 'main form > .two',
      title: 'Name your token',
      text: 'Type a name and a symbol. They cannot be changed later. A picture and a description are optional.',
    },
    {
      target: 'main form > .field:has(.amount)',
      title: 'Buy first, if you like',
      text: 'Your first buy is part of the launch, so that nobody buys before you. Leave it empty to buy nothing.',
    },
    {
      target: 'main form > :last-child',
      title: 'Review, then sign',
      text: 'The review shows what the transaction does before your wallet opens. After one block your token has its page.',
    },
  ],
  position: [
    CONNECT,
    {
      target: 'main .card',
      title: 'Choose a pool',
      text: 'Pick two tokens and one of their pools, for example ETH and DUSD. Your position earns a share of its fees.',
    },
    {
      target: '.position-grid .card:not(.pool-card)',
      title: 'Choose a price range',
      text: 'You earn fees while the price is inside the range. A narrow range earns more and is left sooner.',
    },
    {
      target: '.position-grid > aside',
      title: 'Sign in, review and sign',
      text: 'Type an amount and sign in. Then the steps show each approval and the position before your wallet opens.',
    },
  ],
}
