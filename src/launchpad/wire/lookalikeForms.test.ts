import { expect, test } from 'vitest'
import { imitation } from './lookalike.ts'

/** Ways in which a token pretends to be another asset, by what a reader takes it for. */
const FORMS: Record<string, readonly string[]> = {
  ETH: [
    // Other scripts, styles and marks.
    ...[
      'ЕТН',
      'ΕΤΗ',
      'ＥＴＨ',
      '𝐄𝐓𝐇',
      '𝔼𝕋ℍ',
      'Ⓔⓣⓗ',
      '🅴🆃🅷',
      '🇪🇹🇭',
      'ᴇᴛʜ',
      'ᎬᎢᎻ',
      'ꓰꓔꓧ',
      'ⲈⲦⲎ',
      'ETĦ',
      'eŧh',
      'Éth',
      'єтн',
    ],
    // Spacing, invisible characters and digits.
    ...['E T H', 'E.T.H', '$ETH', 'E\u200bTH', 'E\u00adTH', '3TH', 'E\u0336T\u0336H\u0336'],
    // Affixes and spelling.
    ...['ETH2', 'ETH v2', 'Real ETH', 'the ETH', 'ETH token', 'ethereurn', 'Etherium', 'Ehtereum', 'ethereum'],
  ],
  WETH: ['VVETH', 'ＷＥＴＨ', 'ѡETH', 'Wrapped Ether', 'WETH.e'],
  USDC: [
    'USĐC',
    'USD₵',
    'U5DC',
    'USDС',
    'U$DC',
    'USDC.e',
    'USDC v2',
    'USDCv2',
    'Bridged USDC',
    'Official USDC',
    'UDSC',
    'USD Coin',
  ],
  USDT: ['USD₮', 'USDΤ', 'Téther', 'Tethr', 'U\u034fSDT'],
  HOOD: ['H00D', 'НООD', 'HOODs', 'wHOOD', 'HOODx', 'Verified HOOD', 'R0binhood', 'Robin Hood Markets'],
  BTC: ['BTC', 'ВТС', '₿TC', 'Bitcoín', 'Bitc0in'],
  WBTC: ['WBTC', 'Wrapped Bitcoin'],
  DAI: ['DAI', 'DAl', 'xDAI'],
  stETH: ['stETH', 'stEТН'],
  TSLA: ['TSLA', 'T5LA', 'Tesla', 'TSLAx'],
  AAPL: ['AAPL', 'ΑΑΡL', 'AAPL token'],
  NVDA: ['Nvidla', 'NVDAs'],
  MSFT: ['Microsοft', 'MSFT.e'],
  'the pegged token': ['1 to 1 backed', 'Dollar 1:1', 'USD-backed', 'РEGGED dollar'],
  'something official': ['The 0fficial Token', 'Verified'],
}

const WORDS = `
  harbour anchor lantern meadow thunder velvet copper falcon willow marble cinnamon orchard pebble quartz raven saffron timber
  umbrella violet walnut yellow zebra amber basil canyon dragon ember forest garden hazel island jungle kettle lemon mango nectar
  olive pepper rabbit silver tiger valley winter cherry donkey engine feather glacier honey igloo jasmine kitten lobster monkey
  noodle otter panda quiver rocket spider turtle vulcan wizard yogurt zephyr apple banana carrot dolphin eagle flamingo goose
  hammer ivory jaguar koala lizard mushroom narwhal octopus penguin quail rooster salmon tomato unicorn vampire whale yak other
  mother brother weather leather feathers food good wood hook pink sink think bold cold gold sole soul solar king ring sing tin
  coin moonshot moon lambo diamond hands paper chad gigachad frog toad army hoodie hooded robin sherwood cat dog shark bull
  bear degen wagmi rekt hodl fomo alpha beta gamma delta sigma omega base chain up token city nation party ape planet
  methane ethan seth beth teeth either dais daily usda used user bit bite byte art arm army amd metal adage polo pole
  sold sun legacy spin aver average avatar adobe have gave save with undo condo magic rim thematic unofficial unverified`
const PROJECTS = `
  Pepe Bonk Floki Brett Turbo Wojak Popcat Pendle Morpho Eigen Optimism Celestia Cosmos Osmosis Injective Near Aptos Sui Filecoin
  Arweave Render Helium Worldcoin Blur Gitcoin Loopring Immutable Axie Decentraland Sandbox Gala ApeCoin Chiliz Zcash Dash Tezos
  Algorand Hedera VeChain Fantom Kava Mina Flow Stacks Thorchain Kaspa Jupiter Raydium Orca Pyth Jito Wormhole LayerZero Sushi
  Balancer Synthetix Yearn Compound Maker Starknet Mantle Blast Scroll Linea Zora Virtuals Aerodrome Velodrome GMX dYdX Frax
  Convex Curve Fluid Spark Sonic Berachain Monad MegaETH Kyber Bancor Livepeer Audius Ocean Fetch Numerai Golem Akash Theta`
const honest = [...WORDS.trim().split(/\s+/), ...PROJECTS.trim().split(/\s+/)]

test.each(Object.entries(FORMS).flatMap(([of, forms]) => forms.map((form) => [form, of] as const)))(
  '%s is taken for %s',
  (form, of) => {
    expect(imitation([form])).toBe(of)
  },
)

test('the table has every known form, and a word list that is long enough to mean something', () => {
  expect(Object.values(FORMS).flat().length).toBeGreaterThanOrEqual(76)
  expect(new Set(honest).size).toBeGreaterThanOrEqual(200)
})

test('none of the ordinary words and names of real projects is marked', () => {
  expect(honest.filter((name) => imitation([name]) !== undefined)).toEqual([])
})
