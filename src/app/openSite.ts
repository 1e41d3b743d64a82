import { join } from 'node:path'
import { CHAINS } from '#chain/chains.ts'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import type { Operation } from '#core/Operation.ts'
import type { Asset } from '#core/Page.ts'
import { linkHeader } from '#discovery/wellKnown.ts'
import type { AppOptions } from '#http/createApp.ts'
import { readAssets } from '#http/readAssets.ts'
import { ASSETS_PATH, createAssets } from '#site/assets.ts'
import { createPages } from '#site/createPages.ts'
import { PICTURES } from '#site/pages/developers/clientGuides.ts'
import { PICTURES_PATH } from '#site/pages/developers/markdown.ts'
import { createReadUrl, readBytes, readOperation } from '#site/readOperation.ts'
import type { DrawPage, Site } from '#site/Site.ts'
import { shareImage } from '#site/share/shareImage.ts'
import type { Resources } from './Resources.ts'

const BUILT = join(import.meta.dirname, '../../web/dist')
const SCREENS = join(import.meta.dirname, '../../docs/screens')
const DRAWING = join(import.meta.dirname, '../../web/server/dist/drawPage.js')

/** The pages and assets of the site; pages read their data from public operations. */
export async function openSite(
  { config, chains, devnet, now }: Resources,
  operations: readonly Operation[],
): Promise<Required<Pick<AppOptions, 'pages' | 'assets' | 'notFound'>>> {
  let draw: Promise<DrawPage> | undefined
  const byName = new Map(operations.map((operation) => [operation.name, operation]))
  const { pages, notFound } = createPages({
    baseUrl: config.baseUrl,
    chainId: LAUNCH_CHAIN_ID,
    rpcUrl: devnet?.rpcUrl ?? publicRpcUrl(),
    // The live chain's explorer does not show the development chain, which has the same id.
    explorerUrl: devnet ? null : config.EXPLORER_URL,
    isDevnet: devnet !== undefined,
    chains: chains.facts.map((facts) => ({ ...facts, rpcUrl: publicRpcUrl(facts.id) })),
    chainPrefix: config.CHAIN_PREFIX,
    factory: devnet?.description.contracts.launchpad ?? config.LAUNCH_FACTORY ?? null,
    wrappedNative: chains.get(LAUNCH_CHAIN_ID).facts.wrappedNative ?? null,
    tokens: devnet?.description.tokens ?? [],
    walletConnect: walletConnectOf(config),
    hasNames: config.NAME_REGISTRY !== undefined,
    assets: createAssets(BUILT),
    read: (name, query) => readOperation(byName.get(name), query) as never,
    readUrl: createReadUrl(operations),
    drawing: () => (draw ??= import(DRAWING).then(({ drawPage }: { drawPage: DrawPage }) => drawPage)),
    now,
  })
  const link = linkHeader(config)
  const linked = pages.map((page) => ({ ...page, headers: { link, ...page.headers } }))
  const assets = (await readAssets(BUILT, ASSETS_PATH)).map(allowScope)
  const pictures = await readAssets(SCREENS, PICTURES_PATH, PICTURES)
  return { pages: linked, notFound, assets: [...assets, ...favicons(assets), ...pictures] }
}

function walletConnectOf({
  WALLETCONNECT_PROJECT_ID,
  WALLETCONNECT_RELAY_URL,
}: Resources['config']): Site['walletConnect'] {
  if (WALLETCONNECT_PROJECT_ID === undefined) return null
  return { projectId: WALLETCONNECT_PROJECT_ID, relayUrl: WALLETCONNECT_RELAY_URL }
}

/** Many clients ask for this path without reading a page. */
function favicons(assets: readonly Asset[]): Asset[] {
  const icons = assets.filter(({ path }) => path === `${ASSETS_PATH}/icon-192.png`)
  return icons.map((icon) => ({ ...icon, path: '/favicon.ico' }))
}

/** The service worker answers for the whole site, not only for its own folder, and reads the page it shows offline. */
function allowScope(asset: Asset): Asset {
  if (asset.path !== `${ASSETS_PATH}/serviceWorker.js`) return asset
  const policy = "default-src 'none'; connect-src 'self'"
  const headers = { 'service-worker-allowed': '/', 'content-security-policy': policy }
  return { ...asset, cacheControl: 'no-cache', headers }
}

/** The share image of a token; empty without a launchpad. */
export function shareOperations({ config }: Resources, launchpad: readonly Operation[]): Operation[] {
  const byName = new Map(launchpad.map((operation) => [operation.name, operation]))
  const [token, picture] = [byName.get('getLaunchToken'), byName.get('getLaunchImage')]
  if (!token) return []
  return [
    shareImage({
      baseUrl: config.baseUrl,
      readToken: (address) => readOperation(token, { address }) as never,
      readPicture: (url) => readBytes(picture, { hash: url.split('/').at(-1) ?? '' }),
    }),
  ]
}

/** A public endpoint of a chain; the configured one may contain a key. */
export function publicRpcUrl(chainId: number = LAUNCH_CHAIN_ID): string {
  return CHAINS.find(({ id }) => id === chainId)?.rpcUrls[0] ?? ''
}
