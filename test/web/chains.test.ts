import type { Page } from 'playwright-core'
import { type Address, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { CHAINS } from '#chain/chains.ts'
import { DUSD } from '#devnet/addresses.ts'
import type { Description } from '#devnet/describe.ts'
import { startDevnet } from '#devnet/startDevnet.ts'
import { positionUrl } from '#site/positionUrl.ts'
import { httpUpstream, startFaultRpc } from '../setup/chain/faultRpc.ts'
import type { Body } from '../setup/liquidity/lp.ts'
import { pressUntil, signInToBuild } from '../setup/web/builder.ts'
import { connectWallet, open, openSite, SCREENS, type SiteUnderTest } from '../setup/web/openSite.ts'
import { overflowOf } from '../setup/web/overflowOf.ts'
import { violationsOf } from '../setup/web/violationsOf.ts'

/** The builder and the positions page on another chain: the same contracts in a second EVM with Polygon's id. */

const POLYGON = 137
/** Its node does not answer. */
const OPTIMISM = 10
const OWN = 4663
/** Its pools have other addresses than those of the EVM of this test. */
const ZKSYNC = 324
const owned = new AsyncDisposableStack()
let site: SiteUnderTest
let rpcUrls: Record<number, string>
/** The chain ids of the transactions that wallets sent to the nodes of the other chains. */
const sentTo: Record<number, string[]> = {}

const isReadHere = (id: number) => ![OWN, POLYGON, OPTIMISM, ZKSYNC].includes(id)
const others = CHAINS.map(({ id }) => id).filter(isReadHere)
/** An L1, one with another name for its wrapped currency, one without v4 and one without v2. */
const KINDS = [1, 56, 10_143, 7_777_777]
/** With DEEP=1 every chain is switched to and signed on. */
const isDeep = inject('deep')
const signedOn = isDeep ? others : [56, 10_143]
const taught = CHAINS.filter(({ id }) => id !== OWN && (isDeep || KINDS.includes(id)))
/** Other tests check the same pages on the own chain. */
const violations = async (page: Page) => (isDeep ? await violationsOf(page) : [])

beforeAll(async () => {
  const polygon = owned.use(await startDevnet({ port: 0, chainId: POLYGON, blockTimeMs: 500 }))
  const nodes = await Promise.all(signedOn.map((id) => nodeOf(id, polygon.rpcUrl)))
  rpcUrls = { [POLYGON]: polygon.rpcUrl, ...Object.fromEntries(nodes) }
  const deployment = deploymentOf(polygon.description)
  site = owned.use(
    await openSite({
      isSeeded: false,
      env: {
        ...Object.fromEntries(Object.entries(rpcUrls).map(([id, url]) => [`RPC_URL_${id}`, url])),
        [`RPC_URL_${OPTIMISM}`]: 'http://127.0.0.1:9',
        DEPLOYMENTS: JSON.stringify(Object.fromEntries(Object.keys(rpcUrls).map((id) => [id, deployment]))),
        TRUSTED_TOKENS: JSON.stringify({ [POLYGON]: [DUSD] }),
      },
    }),
  )
})
afterAll(() => owned.disposeAsync())

/** The same EVM under the id of another chain. */
async function nodeOf(id: number, url: string): Promise<[number, string]> {
  const upstream = httpUpstream(url)
  const node = await startFaultRpc({
    upstreams: [
      async (method, params) => {
        if (method === 'eth_chainId') return `0x${id.toString(16)}`
        if (method !== 'eth_sendTransaction') return upstream(method, params)
        const [{ chainId, ...transaction }] = params as [{ chainId: string }]
        sentTo[id] = [...(sentTo[id] ?? []), chainId]
        return upstream(method, [transaction])
      },
    ],
  })
  owned.defer(() => node.close())
  return [id, node.url]
}

function deploymentOf({ contracts }: Description) {
  const { v2Factory, v2Router, v3Factory, v3PositionManager, weth, permit2, multicall3 } = contracts
  return {
    uniswap: {
      v2: { factory: v2Factory, router: v2Router },
      v3: { factory: v3Factory, positionManager: v3PositionManager },
      v4: {
        poolManager: contracts.v4PoolManager,
        positionManager: contracts.v4PositionManager,
        stateView: contracts.v4StateView,
        quoter: contracts.v4Quoter,
      },
    },
    wrappedNative: weth,
    permit2,
    multicall3,
  }
}

async function positions(owner: Address | undefined, chainId: number): Promise<Body[]> {
  const answer = await fetch(`${site.url}/api/liquidity/positions?owner=${owner}&chainId=${chainId}`)
  return ((await answer.json()) as Body).positions
}

const sent = (page: Page) =>
  page.evaluate<string[]>('testWallet.asked.filter((method) => /send|signTyped/.test(method))')
const form = { chainId: POLYGON, protocol: 'v4', tokenA: zeroAddress, tokenB: DUSD, fee: 500 } as const
const review = (page: Page) => page.getByRole('dialog', { name: 'Review what you will sign' })
const mined = (page: Page) => review(page).getByText(/^Mined in block \d+\.$/)
const signed = (page: Page) => review(page).getByText('signed', { exact: true })

test('a wallet that goes back to its chain or lies about it signs nothing here, and is never believed', async () => {
  const account = site.accounts[4]
  const nodes = { ...rpcUrls, 4663: site.devnet.rpcUrl }
  const { page, context } = await site.visit({ account, chainId: POLYGON, rpcUrls: nodes })
  // A chain with contracts of one's own has no public explorer; this one gets Polygon's.
  await page.route('**/positions/new?*', async (route) => {
    const response = await route.fetch()
    const text = (await response.text()).replace(/("id":137,.*?"explorerUrl":)null/, '$1"https://polygonscan.com"')
    await route.fulfill({ response, body: text })
  })
  await open(page, positionUrl({ ...form, amountA: '300000000000000000' }))
  await connectWallet(page)
  await signInToBuild(page)
  await page.getByRole('button', { name: 'Review position' }).click()
  await review(page).getByText('built here, unchanged').waitFor()
  // It switches back without an event, as some wallets do.
  await page.evaluate('testWallet.chainId = 4663')
  const refused = review(page).getByText('Switch it to Polygon (137) first. Nothing was sent.')
  await pressUntil(page, 'Approve DUSD for Permit2', refused)
  await review(page).getByText('Your wallet is on chain 4663.').first().waitFor()
  expect(await sent(page)).toEqual([])
  await review(page).getByRole('button', { name: 'Switch to Polygon' }).click()
  await pressUntil(page, 'Approve DUSD for Permit2', mined(page))
  await page.evaluate('testWallet.chainId = 4663')
  await pressUntil(page, 'Sign the permit', refused)
  expect(await sent(page)).toEqual(['eth_sendTransaction'])
  await review(page).getByRole('button', { name: 'Switch to Polygon' }).click()
  await pressUntil(page, 'Sign the permit', signed(page))
  // From here on it claims to be on Polygon and sends to another chain.
  await page.evaluate('testWallet.sendsTo = 4663')
  await pressUntil(page, 'Open wallet to sign', review(page).getByText('Polygon has not seen this transaction.'))
  const link = review(page).getByRole('link', { name: 'Explorer' })
  expect(await link.getAttribute('href')).toMatch(/^https:\/\/polygonscan\.com\/tx\/0x[0-9a-f]{64}$/)
  expect(await page.getByRole('dialog', { name: 'Your position is created' }).count()).toBe(0)
  expect(await positions(account, POLYGON)).toEqual([])
  await context.close()
})

test.runIf(isDeep)(
  'a position is made on another chain after one click, by a wallet that did not know the chain',
  async () => {
    const account = site.accounts[3]
    const { page, context, complaints } = await site.visit({ account, knowsChain: false, rpcUrls })
    await open(page, '/positions/new')
    await connectWallet(page)
    await page.getByLabel('Chain').selectOption(String(POLYGON))
    await page.getByRole('button', { name: 'Wrong chain' }).waitFor()
    await page.getByRole('button', { name: /^First token/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: /^POL/ }).click()
    await page.getByRole('button', { name: /^Second token/ }).click()
    await page.getByLabel('Symbol or address').fill(DUSD)
    await page.getByRole('dialog').getByRole('button', { name: /^DUSD/ }).click()
    await page.getByText('Fee 0.05 % · tick spacing 10 · no hook').waitFor()
    await page.getByRole('button', { name: '±10 %' }).click()
    await page.getByLabel('POL amount').fill('0.5')
    await page.getByRole('button', { name: 'Switch to Polygon' }).click()
    await signInToBuild(page)
    expect(await page.evaluate('testWallet.added')).toEqual([
      {
        chainId: '0x89',
        chainName: 'Polygon',
        nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
        rpcUrls: ['https://polygon.drpc.org'],
      },
    ])
    await page.getByRole('button', { name: 'Review position' }).click()
    await pressUntil(page, 'Approve DUSD for Permit2', mined(page))
    await pressUntil(page, 'Sign the permit', signed(page))
    await review(page).getByText('Polygon (137)').waitFor()
    await review(page).getByText('wallet agrees').waitFor()
    expect(await violations(page)).toEqual([])
    await page.screenshot({ path: `${SCREENS}/positions-new-polygon-1440-light.png` })
    const created = page.getByRole('dialog', { name: 'Your position is created' })
    await pressUntil(page, 'Open wallet to sign', created)
    await created.getByText(/^Position \d+ in the pool of POL\/DUSD/).waitFor()
    expect(await created.getByRole('link', { name: 'See your positions' }).getAttribute('href')).toMatch(/chainId=137/)
    await expect.poll(() => positions(account, POLYGON)).toMatchObject([{ protocol: 'V4', status: 'IN_RANGE' }])
    expect(await positions(account, 4663)).toEqual([])
    await created.getByRole('button', { name: 'Create another' }).click()
    expect(complaints).toEqual([])
    await context.close()
  },
)

test('positions of another chain are changed on a phone, and an answer for the own chain is not signed', async () => {
  const account = site.accounts[0]
  const { page, context } = await site.visit({ account, chainId: POLYGON, rpcUrls, width: 360 })
  await open(page, `/positions?chainId=${POLYGON}`)
  await connectWallet(page)
  const card = page.getByRole('article', { name: 'v4 position POL / DUSD' }).first()
  const [before] = (await positions(account, POLYGON)).filter(({ protocol, token0 }) => isPol(protocol, token0))
  // The same position on the other chain has a valid statement, and is not what was asked for.
  await page.route('**/lp/decrease', async (route) => {
    const body = { ...(route.request().postDataJSON() as object), chainId: 4663 }
    await route.fulfill({ response: await route.fetch({ postData: JSON.stringify(body) }) })
  })
  const remove = async () => {
    await card.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: '25 %' }).click()
    await page.getByRole('button', { name: 'Review the removal of 25 %' }).click()
  }
  await remove()
  await review(page).getByRole('button', { name: 'Sign in with your wallet' }).click()
  await review(page).getByText('wallet is on chain 137').waitFor()
  const foreign = review(page).getByText('This transaction is for chain 4663, not for chain 137.')
  await pressUntil(page, 'Open wallet to sign', foreign)
  expect(await sent(page)).toEqual([])
  if (isDeep) await removesQuarter()
  await context.close()

  async function removesQuarter() {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await open(page, `/positions?chainId=${POLYGON}`)
    await remove()
    await review(page).getByText('wallet agrees').waitFor()
    expect(await violations(page)).toEqual([])
    expect(await overflowOf(review(page))).toEqual([])
    const done = page.getByRole('dialog', { name: 'Done' }).getByText(/Removed 25 %/)
    await pressUntil(page, 'Open wallet to sign', done)
    const liquidity = async () =>
      (await positions(account, POLYGON)).find(
        ({ protocol, tokenId }) => protocol === 'V4' && tokenId === before.tokenId,
      ).liquidity
    await expect.poll(liquidity).toBe((BigInt(before.liquidity) - BigInt(before.liquidity) / 4n).toString())
  }
})

const isPol = (protocol: string, token0: Body) => protocol === 'V4' && token0.symbol === 'POL'

test('a chain whose node does not answer is reported on both pages', async () => {
  const { page, context } = await site.visit({ account: site.accounts[3] })
  await open(page, `/positions?chainId=${OPTIMISM}&owner=${site.accounts[3]}`)
  await page.getByText('Positions on OP Mainnet could not be read.').waitFor()
  await page.getByText('Chain 10 cannot be read at the moment.').waitFor()
  await open(page, positionUrl({ chainId: OPTIMISM, tokenA: zeroAddress, tokenB: DUSD }))
  await page.getByText('Pools on OP Mainnet cannot be read.').waitFor()
  expect(await violations(page)).toEqual([])
  await context.close()
})

test('every chain is one click away, also for a wallet that has to be taught it', async () => {
  const { page, context } = await site.visit({ account: site.accounts[3] })
  await open(page, '/positions/new')
  await connectWallet(page)
  for (const { id, name, rpcUrls: nodes, nativeCurrency } of taught) {
    await page.evaluate('testWallet.knowsChain = false')
    await page.getByLabel('Chain').selectOption(String(id))
    await page.getByRole('button', { name: 'Wrong chain' }).click()
    await page.getByRole('button', { name: `Switch to ${name}`, exact: true }).click()
    await expect.poll(() => page.evaluate('testWallet.chainId')).toBe(id)
    const chainId = `0x${id.toString(16)}`
    const added = { chainId, chainName: name, nativeCurrency, rpcUrls: nodes.slice(0, 1) }
    expect(await page.evaluate('testWallet.added.at(-1)')).toMatchObject(added)
    await page.getByRole('dialog', { name: 'Your wallet' }).getByRole('button', { name: 'Close' }).click()
  }
  await context.close()
})

test('positions on other chains are changed after one click, each signed for its chain', async () => {
  const { page, context } = await site.visit({ account: site.accounts[0], rpcUrls })
  await open(page, '/positions')
  await connectWallet(page)
  for (const chainId of signedOn) {
    const name = CHAINS.find(({ id }) => id === chainId)?.name
    await page.getByLabel('Chain').selectOption(String(chainId))
    const card = page.getByRole('article', { name: /^v3 position / }).first()
    await card.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: '25 %' }).click()
    await page.getByRole('button', { name: 'Review the removal of 25 %' }).click()
    await review(page)
      .getByRole('button', { name: `Switch to ${name}`, exact: true })
      .click()
    if (chainId === signedOn[0]) await review(page).getByRole('button', { name: 'Sign in with your wallet' }).click()
    const done = page.getByRole('dialog', { name: 'Done' })
    await pressUntil(page, 'Open wallet to sign', done.getByText(/Removed 25 %/))
    expect(sentTo[chainId]).toEqual([`0x${chainId.toString(16)}`])
    await done.getByRole('button', { name: 'Close' }).first().click()
  }
  await context.close()
})
