import { expect, it } from 'vitest'
import { drawPage } from './drawPage.tsx'

const OWNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const config = {
  chainId: 4663,
  rpcUrl: '',
  factory: null,
  explorerUrl: null,
  isDevnet: true,
  chainPrefix: 'x',
  wrappedNative: null,
  tokens: [],
  walletConnect: null,
  hasNames: false,
}

const draw = (entry: string, path: string, first: Record<string, unknown> = {}) =>
  drawPage(entry, { config, first, now: 0 }, `http://site${path}`)

it.each([
  ['pools', '/pools', '<h1>Pools</h1>'],
  ['position', '/positions/new', 'token-button'],
  ['positions', `/positions?owner=${OWNER}`, 'Positions of another wallet'],
  ['portfolio', `/portfolio/${OWNER}`, '<h1>Portfolio</h1>'],
])('draws %s on the server', (entry, path, content) => {
  expect(draw(entry, path).markup).toContain(content)
})

it('says which answers a page lacks, and draws them once it has them', () => {
  const path = `/positions?owner=${OWNER}`
  const url = `/api/liquidity/positions?owner=${OWNER}&chainId=4663`
  expect(draw('positions', path).missing).toContain(url)
  const answer = { chainId: 4663, positions: [], incomplete: [] }
  const { markup, missing } = draw('positions', path, { [url]: answer })
  expect(missing).not.toContain(url)
  expect(markup).toContain('no open position')
})
