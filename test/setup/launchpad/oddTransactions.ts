import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  maxUint256,
  parseAbi,
  parseAbiParameters,
  parseEther,
  zeroAddress,
} from 'viem'
import { UNIVERSAL_ROUTER } from '#devnet/addresses.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import * as Launch from './launchChain.ts'
import { donate } from './poolHelpers.ts'

const BURNED = '0x000000000000000000000000000000000000dEaD'
const PRECOMPILE = '0x0000000000000000000000000000000000000001'
const ROUTER_ITSELF = '0x0000000000000000000000000000000000000002'
const routerAbi = parseAbi(['function execute(bytes commands, bytes[] inputs, uint256 deadline) payable'])

/** Launches of every kind, and the contracts that the transactions use. */
export type OddWorld = {
  accounts: readonly Address[]
  /** A plain curve, one in its opening, one with a long and one with a short lock, one without trades, and a graduated token. */
  plain: Address
  opening: Address
  locked: Address
  brief: Address
  fresh: Address
  pool: Address
  split: Address
  donor: Address
}

type Odd = [name: string, sendings: (world: OddWorld) => Launch.Sending[]]

const [tiny, some, fill] = [1n, parseEther('0.01'), parseEther('4')]

/** Unusual transactions that the contracts allow or refuse. Each entry is one block. */
export const ODD: readonly Odd[] = [
  ...recipients('opening'),
  ...recipients('plain'),
  ['a buy of one wei', ({ plain, accounts }) => [Launch.buy(bob(accounts), plain, tiny)]],
  [
    'buys of one and two wei in an opening',
    ({ opening, accounts }) => [1n, 2n].map((wei) => Launch.buy(bob(accounts), opening, wei)),
  ],
  [
    'a sale in an opening and a buy after it',
    ({ opening, accounts }) => [
      Launch.buy(bob(accounts), opening, some),
      Launch.sell(bob(accounts), opening, 10n ** 20n),
      Launch.buy(cid(accounts), opening, some),
    ],
  ],
  ['a sale of one unit', ({ plain, accounts }) => [Launch.sell(bob(accounts), plain, tiny)]],
  ['a sale of more than was sold', ({ plain, accounts }) => [Launch.sell(bob(accounts), plain, 10n ** 30n)]],
  ['a sale paid to another account', ({ plain, accounts }) => [sellFor(bob(accounts), plain, cid(accounts))]],
  ['a sale paid to the launchpad', ({ plain, accounts }) => [sellFor(bob(accounts), plain, Launch.FACTORY)]],
  [
    'transfers of nothing and to oneself',
    ({ plain, accounts }) => [
      transfer(accounts, plain, { to: cid(accounts), amount: 0n }),
      transfer(accounts, plain, { to: bob(accounts), amount: 5n }),
    ],
  ],
  [
    'transfers to the token, the burn address and the pool manager',
    ({ plain, locked, accounts }) =>
      [plain, locked].flatMap((token) =>
        [token, BURNED, Launch.POOL_MANAGER].map((to) => transfer(accounts, token, { to: to as Address, amount: 7n })),
      ),
  ],
  [
    'a transfer to the launchpad',
    ({ plain, accounts }) => [transfer(accounts, plain, { to: Launch.FACTORY, amount: 7n })],
  ],
  ['a transfer to a split', ({ plain, split, accounts }) => [transfer(accounts, plain, { to: split, amount: 9n })]],
  [
    'a transfer by allowance in the block of its approval',
    ({ plain, accounts }) => [
      approve(bob(accounts), plain, cid(accounts)),
      transferFrom(cid(accounts), plain, { from: bob(accounts), to: ann(accounts) }),
    ],
  ],
  [
    'claims of nothing, twice in a block',
    ({ fresh, accounts }) => [Launch.claim(ann(accounts), fresh), Launch.claim(ann(accounts), fresh)],
  ],
  ['a claim by a stranger', ({ plain, accounts }) => [Launch.claim(cid(accounts), plain)]],
  [
    'claims of the treasury for nothing, for one token twice, and before the creator',
    ({ plain, accounts }) => [
      Launch.claimForTreasury(bob(accounts), []),
      Launch.claimForTreasury(bob(accounts), [plain, plain]),
      Launch.claim(ann(accounts), plain),
    ],
  ],
  [
    'an offer that is withdrawn',
    ({ plain, accounts }) => [
      Launch.offerRight(ann(accounts), plain, bob(accounts)),
      Launch.offerRight(ann(accounts), plain, zeroAddress),
      Launch.acceptRight(bob(accounts), plain),
    ],
  ],
  [
    'an offer that replaces another',
    ({ plain, accounts }) => [
      Launch.offerRight(ann(accounts), plain, bob(accounts)),
      Launch.offerRight(ann(accounts), plain, cid(accounts)),
      Launch.acceptRight(bob(accounts), plain),
    ],
  ],
  [
    'an offer to oneself, accepted',
    ({ plain, accounts }) => [
      Launch.offerRight(ann(accounts), plain, ann(accounts)),
      Launch.acceptRight(ann(accounts), plain),
    ],
  ],
  [
    'a right that passes to and fro in one block',
    ({ plain, accounts }) => [
      Launch.offerRight(ann(accounts), plain, bob(accounts)),
      Launch.acceptRight(bob(accounts), plain),
      Launch.offerRight(bob(accounts), plain, ann(accounts)),
      Launch.acceptRight(ann(accounts), plain),
    ],
  ],
  [
    'a right offered to the launchpad and to the token',
    ({ plain, accounts }) => [
      Launch.offerRight(ann(accounts), plain, Launch.FACTORY),
      Launch.offerRight(ann(accounts), plain, plain),
    ],
  ],
  [
    'releases of two locks, twice in a block',
    ({ locked, brief, accounts }) =>
      [locked, brief, locked, brief].map((token) => Launch.releaseLock(cid(accounts), token)),
  ],
  ['a release of no lock', ({ plain, accounts }) => [Launch.releaseLock(cid(accounts), plain)]],
  [
    'a launch that graduates at once',
    ({ accounts }) => [Launch.create(ann(accounts), { name: 'Whole', symbol: 'ALL', value: fill })],
  ],
  [
    'a locked first buy that fills the curve',
    ({ accounts }) => [
      Launch.createWith(
        ann(accounts),
        { name: 'Filled', symbol: 'FLD', value: fill },
        { openingSeconds: 60, lockDays: 30 },
      ),
    ],
  ],
  [
    'a short lock in an opening that fills the curve',
    ({ accounts }) => [
      Launch.createWith(
        ann(accounts),
        { name: 'Brief', symbol: 'BRF', value: fill },
        { openingSeconds: 3_600, lockDays: 1 },
      ),
    ],
  ],
  [
    'a lock without a buy',
    ({ accounts }) => [Launch.createWith(ann(accounts), { name: 'None', symbol: 'NON' }, { lockDays: 30 })],
  ],
  [
    'launches with equal names in one block',
    ({ accounts }) =>
      accounts.slice(0, 3).map((from) => Launch.create(from, { name: 'Twin', symbol: 'TWIN', value: some })),
  ],
  [
    'names in other scripts, with joiners and of full length',
    ({ accounts }) =>
      ['👩‍🚀', 'שלום', 'a'.repeat(64), '\u{1F3F4}\u{E0067}\u{E007F}'].map((name) =>
        Launch.create(ann(accounts), { name, symbol: 'X' }),
      ),
  ],
  [
    'names that are refused',
    ({ accounts }) =>
      ['', ' a', 'a\u200e', 'a\n', 'b'.repeat(65)].map((name) => Launch.create(ann(accounts), { name, symbol: 'X' })),
  ],
  [
    'a fee holder that is a split, the zero address and a precompile',
    ({ accounts, split }) =>
      [split, zeroAddress, PRECOMPILE as Address].map((feeHolder) =>
        Launch.createWith(ann(accounts), { name: 'Held', symbol: 'HLD', value: some }, { feeHolder }),
      ),
  ],
  [
    'a fee holder that is the launchpad',
    ({ accounts }) => [
      Launch.createWith(ann(accounts), { name: 'Self', symbol: 'SLF' }, { feeHolder: Launch.FACTORY }),
    ],
  ],
  ['a graduation inside an opening', ({ opening, accounts }) => [Launch.buy(bob(accounts), opening, fill)]],
  [
    'a buy, a sale and a claim after graduation',
    ({ opening, accounts }) => [
      Launch.buy(bob(accounts), opening, some),
      Launch.sell(bob(accounts), opening, 10n ** 18n),
      Launch.claim(ann(accounts), opening),
    ],
  ],
  [
    'swaps of one wei and of 99',
    ({ pool, accounts }) => [1n, 99n].map((wei) => Launch.swapIn(bob(accounts), pool, wei)),
  ],
  [
    'a swap both ways in one block',
    ({ pool, accounts }) => [
      Launch.swapIn(bob(accounts), pool, some),
      ...Launch.swapOut(bob(accounts), pool, 10n ** 22n),
    ],
  ],
  [
    'swaps received by the token, the burn address and the launchpad',
    ({ pool, accounts }) =>
      [pool, BURNED as Address, Launch.FACTORY].map((receiver) =>
        Launch.swapInThroughRouter(bob(accounts), pool, { value: some, receiver }),
      ),
  ],
  [
    'donations of one wei and of ETH',
    ({ pool, donor, accounts }) => [1n, some].map((eth) => donate(bob(accounts), pool, { donor, eth })),
  ],
  [
    'liquidity of others, with swaps across it',
    ({ pool, accounts }) => [
      ...Launch.addPosition(bob(accounts), pool, { tickLower: 180_400, tickUpper: 180_600, liquidity: 10n ** 20n }),
      Launch.swapIn(cid(accounts), pool, parseEther('0.2')),
      ...Launch.swapOut(cid(accounts), pool, 10n ** 24n),
    ],
  ],
  [
    'collections of pool fees, twice in a block, and a claim',
    ({ pool, accounts }) => [
      collect(cid(accounts), pool),
      collect(cid(accounts), pool),
      Launch.claim(ann(accounts), pool),
    ],
  ],
  [
    'tokens left in the pool manager',
    ({ pool, accounts }) => [
      transfer(accounts, pool, { to: Launch.POOL_MANAGER, amount: 10n ** 18n }),
      Launch.swapIn(cid(accounts), pool, some),
    ],
  ],
  [
    'many swaps and equal transfers in one transaction',
    ({ pool, accounts }) => [storm(bob(accounts), pool, { swaps: 12, transfers: 120 })],
  ],
  [
    'an approval of the launchpad by a stranger to a sale',
    ({ plain, accounts }) => [
      approve(cid(accounts), plain, Launch.FACTORY),
      Launch.sell(cid(accounts), plain, 10n ** 18n),
    ],
  ],
  ['a block without a transaction', () => []],
]

/** Buys for recipients that cannot use the tokens, or not at once. */
function recipients(kind: 'plain' | 'opening'): Odd[] {
  const named: [string, (world: OddWorld) => Address][] = [
    ['the token itself', (world) => world[kind]],
    ['the burn address', () => BURNED],
    ['the pool manager', () => Launch.POOL_MANAGER],
    ['a split', ({ split }) => split],
    ['another token', ({ pool }) => pool],
    ['a precompile', () => PRECOMPILE],
    ['the launchpad', () => Launch.FACTORY],
    ['the zero address', () => zeroAddress],
  ]
  return named.map(([name, of]) => [
    `a buy of ${kind} for ${name}`,
    (world) => [Launch.buyFor(bob(world.accounts), world[kind], { recipient: of(world), value: 1_000n })],
  ])
}

function ann([first = '0x']: readonly Address[]): Address {
  return first
}

function bob([, second = '0x']: readonly Address[]): Address {
  return second
}

function cid([, , third = '0x']: readonly Address[]): Address {
  return third
}

type Moved = { to: Address; amount: bigint }

function transfer(accounts: readonly Address[], token: Address, moved: Moved): Launch.Sending {
  return Launch.transfer(bob(accounts), token, moved)
}

function approve(from: Address, token: Address, spender: Address): Launch.Sending {
  return { from, to: token, data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, 50n] }) }
}

function transferFrom(by: Address, token: Address, { from, to }: { from: Address; to: Address }): Launch.Sending {
  const args = [from, to, 50n] as const
  return { from: by, to: token, data: encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args }) }
}

function sellFor(from: Address, token: Address, recipient: Address): Launch.Sending {
  const args = [token, 10n ** 18n, 0n, recipient, maxUint256] as const
  return { from, to: Launch.FACTORY, data: encodeFunctionData({ abi: launchpadAbi, functionName: 'sellFor', args }) }
}

function collect(from: Address, token: Address): Launch.Sending {
  const data = encodeFunctionData({ abi: launchpadAbi, functionName: 'collectPoolFees', args: [token] })
  return { from, to: Launch.FACTORY, data }
}

/** Swaps whose tokens stay in the router, then transfers of equal amounts out of it, all in one transaction. */
export function storm(
  from: Address,
  token: Address,
  { swaps, transfers }: { swaps: number; transfers: number },
): Launch.Sending {
  const poolKey = { currency0: zeroAddress, currency1: token, fee: 10_000, tickSpacing: 200, hooks: Launch.FACTORY }
  const params = { poolKey, zeroForOne: true, amountIn: 10n ** 14n, amountOutMinimum: 0n, hookData: '0x' as const }
  const swapParameters = parseAbiParameters([
    'Params params',
    'struct Params { PoolKey poolKey; bool zeroForOne; uint128 amountIn; uint128 amountOutMinimum; bytes hookData; }',
    'struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
  ])
  const swap = encodeAbiParameters(parseAbiParameters('bytes, bytes[]'), [
    '0x060c0e',
    [
      encodeAbiParameters(swapParameters, [params]),
      encodeAbiParameters(parseAbiParameters('address, uint256'), [zeroAddress, 10n ** 14n]),
      encodeAbiParameters(parseAbiParameters('address, address, uint256'), [token, ROUTER_ITSELF, 0n]),
    ],
  ])
  const move = encodeAbiParameters(parseAbiParameters('address, address, uint256'), [token, from, 5n])
  const commands: Hex = `0x${'10'.repeat(swaps)}${'05'.repeat(transfers)}`
  const inputs = [...Array<Hex>(swaps).fill(swap), ...Array<Hex>(transfers).fill(move)]
  const data = encodeFunctionData({ abi: routerAbi, functionName: 'execute', args: [commands, inputs, maxUint256] })
  return { from, to: UNIVERSAL_ROUTER, data, value: BigInt(swaps) * 10n ** 14n }
}
