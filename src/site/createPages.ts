import type { Page, PageContent, PageRequest } from '#core/Page.ts'
import { renderFrame } from './frame.ts'
import { chooseLanguage, isLanguage, PARAMETER } from './language/chooseLanguage.ts'
import { renderIn } from './language/renderIn.ts'
import { arena } from './pages/arena.ts'
import { box, boxes } from './pages/boxes.ts'
import { consent } from './pages/consent.ts'
import { operatorConsole } from './pages/console.ts'
import { creatorPage } from './pages/creator.ts'
import { design } from './pages/design.ts'
import { clientGuides } from './pages/developers/clientGuides.ts'
import { clients } from './pages/developers/clients.ts'
import { errorPage, errors } from './pages/developers/errors.ts'
import { faucet } from './pages/developers/faucet.ts'
import { changes, guides } from './pages/developers/guides.ts'
import { keys } from './pages/developers/keys.ts'
import { overview } from './pages/developers/overview.ts'
import { permissionedToken } from './pages/developers/permissionedToken.ts'
import { quickstart } from './pages/developers/quickstart.ts'
import { reference, referenceTag } from './pages/developers/reference.ts'
import { search } from './pages/developers/search.ts'
import { webhooks } from './pages/developers/webhooks.ts'
import { explain } from './pages/explain.ts'
import { landing } from './pages/landing/landing.ts'
import { launchPage } from './pages/launch.ts'
import { launchFormPage } from './pages/launchForm.ts'
import { notFound } from './pages/notFound.ts'
import { offline } from './pages/offline.ts'
import { pools } from './pages/pools.ts'
import { ownPortfolio, portfolio } from './pages/portfolio.ts'
import { positionForm } from './pages/positionForm.ts'
import { positions } from './pages/positions.ts'
import { room } from './pages/room.ts'
import type { SitePage } from './pages/SitePage.ts'
import { status } from './pages/status.ts'
import { tokenPage } from './pages/token.ts'
import type { Site } from './Site.ts'
import { SECTIONS } from './sections.ts'

/** Every page of the site, and the page for unknown paths. */
export function createPages(options: Omit<Site, 'sections'>): { pages: Page[]; notFound: Page } {
  const all = pagesOf(options)
  const served = new Set(all.map(({ path }) => path))
  const site = { ...options, sections: SECTIONS.filter(({ path }) => served.has(path)) }
  return { pages: all.map((page) => toPage(site, page)), notFound: toPage(site, notFound) }
}

function pagesOf({ isDevnet, chainPrefix, factory }: Omit<Site, 'sections'>): SitePage[] {
  return [
    ...(factory === null
      ? []
      : [...launchPages('/launch'), ...launchPages(`/${chainPrefix}-launch`), ownPortfolio, portfolio]),
    positionForm,
    arena,
    room,
    positions,
    pools,
    explain,
    boxes,
    box,
    landing,
    overview,
    quickstart,
    guides,
    clients,
    ...clientGuides,
    keys,
    webhooks,
    consent,
    reference,
    referenceTag,
    errors,
    errorPage,
    changes,
    search,
    permissionedToken,
    status,
    operatorConsole,
    offline,
    ...(isDevnet ? [design, faucet] : []),
  ]
}

function launchPages(path: string): SitePage[] {
  return [
    launchPage(path),
    launchFormPage(`${path}/new`),
    tokenPage(`${path}/{token}`),
    creatorPage(`${path}/creators/{address}`),
  ]
}

function toPage(site: Site, { path, title, isUnlisted = false, render }: SitePage): Page {
  return {
    path,
    title,
    isUnlisted,
    async content(request) {
      const framed = await render(site, request)
      const { markdown, status } = framed
      return {
        html: await renderIn(chooseLanguage(request), (language) => renderFrame(site, framed, { language, request })),
        ...(markdown !== undefined && { markdown }),
        ...(status && { status }),
        ...keepLanguage(site, request),
      }
    },
    cacheControl: 'no-cache',
    headers: headersOf(site),
  }
}

/** Remembers a language that was chosen by its link for a year. */
function keepLanguage({ baseUrl }: Site, { query }: PageRequest): Pick<PageContent, 'headers'> {
  const chosen = query.get(PARAMETER)
  if (!isLanguage(chosen)) return {}
  const secure = baseUrl.startsWith('https:') ? '; Secure' : ''
  return {
    headers: { 'set-cookie': `${PARAMETER}=${chosen}; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly${secure}` },
  }
}

/** Pages load from this origin only, without inline scripts or styles, and call this origin, the chain's RPC and the relay. */
function headersOf({ rpcUrl, walletConnect }: Site): Record<string, string> {
  const relay = walletConnect ? ` ${new URL(walletConnect.relayUrl).origin}` : ''
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    `connect-src 'self' ${new URL(rpcUrl).origin}${relay}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return {
    vary: 'accept, accept-language, cookie',
    'content-security-policy': policy.join('; '),
    // For browsers that do not read frame-ancestors.
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  }
}
