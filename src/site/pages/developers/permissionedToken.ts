import { codeBlock } from '#site/codeTabs.ts'
import { type Html, html } from '#site/html.ts'
import type { SitePage } from '#site/pages/SitePage.ts'
import type { Site } from '#site/Site.ts'
import { developerPage } from './layout.ts'

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const PATH = '/developers/permissioned'
const LEAD =
  'Only wallets on the issuer’s allow-list can hold this token. Until yours is added, no pool accepts it from you.'

/** The URL of a permissioned token's page, for a wallet that is not on its allow-list. */
export function permissionedTokenUrl(baseUrl: string) {
  return (chainId: number, token: string, wallet: string) => `${baseUrl}${PATH}/${chainId}/${token}?wallet=${wallet}`
}

/** How to get on a token's allow-list; used where the issuer's own page is not configured. */
export const permissionedToken: SitePage = {
  path: `${PATH}/{chainId}/{token}`,
  title: 'Permissioned token',
  render(site, { params, query }) {
    const chain = site.chains.find(({ id }) => String(id) === params['chainId'])
    const token = params['token'] ?? ''
    if (!chain || !ADDRESS.test(token)) return missing(site)
    const wallet = ADDRESS.test(query.get('wallet') ?? '') ? query.get('wallet') : undefined
    const explorer = chain.explorerUrl && `${chain.explorerUrl}/token/${token}`
    const steps = stepsOf(site, { token, chain: chain.name, explorer })
    const check = `curl -s ${site.baseUrl}/lp/check_approval -H 'x-api-key: <API_KEY>' --json '${JSON.stringify({
      walletAddress: wallet ?? '0x…',
      chainId: chain.id,
      protocol: 'V4',
      action: 'CREATE',
      lpTokens: [{ tokenAddress: token, amount: '1' }],
    })}'`
    return developerPage(site, {
      title: 'Permissioned token',
      description: LEAD,
      path: `${PATH}/${chain.id}/${token}`,
      lead: LEAD,
      body: html`
        <section class="quickstart">
          <div>
            <dl class="key-values">
              <div><dt>Token</dt><dd><code>${token}</code></dd></div>
              <div><dt>Chain</dt><dd>${chain.name} (${chain.id})</dd></div>
              <div><dt>Wallet</dt><dd><code>${wallet ?? 'not named'}</code></dd></div>
            </dl>
            <h2>What to do</h2><ol>${steps.map((step) => html`<li>${step}</li>`)}</ol>
          </div>
          ${codeBlock('Is my wallet on the list?', check)}
        </section>
      `,
      markdown: `# Permissioned token ${token}\n\n${LEAD}\n\nAsk its issuer to add ${wallet ?? 'your wallet'} to the allow-list on ${chain.name} (${chain.id})${explorer ? ` (${explorer})` : ''}. Once it is added, \`kycRequiredWarnings\` of this call is empty:\n\n\`\`\`sh\n${check}\n\`\`\`\n`,
    })
  },
}

function stepsOf(
  { isDevnet }: Site,
  { token, chain, explorer }: { token: string; chain: string; explorer: string | undefined },
): Html[] {
  const issuer = explorer
    ? html`Find the issuer on <a href="${explorer}" rel="noreferrer">the token’s page at the explorer</a> and complete its identity check with this wallet.`
    : html`Ask the issuer of the token for its identity check, and complete it with this wallet. No explorer is configured for ${chain}; the allow-list is in the contract <code>${token}</code>.`
  const devnet = isDevnet
    ? [html`On this development chain the built-in test wallets are on the list: use one of those instead.`]
    : []
  return [
    issuer,
    ...devnet,
    html`Check again: when <code>kycRequiredWarnings</code> is empty, the wallet is on the list.`,
  ]
}

function missing(site: Site) {
  return developerPage(site, {
    title: 'No such token',
    description: LEAD,
    path: PATH,
    lead: 'The address of this page must name a supported chain and a token.',
    body: html`<p><a href="/developers">Developers</a></p>`,
    status: 404,
  })
}
