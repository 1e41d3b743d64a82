import { codeBlock } from '#site/codeTabs.ts'
import { type Html, html } from '#site/html.ts'
import type { SitePage } from '#site/pages/SitePage.ts'
import type { Site } from '#site/Site.ts'
import { developerPage } from './layout.ts'

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const PATH = '/developers/permissioned'
const LEAD = 'This token admits known wallets only. Until its issuer has admitted yours, no pool takes it from you.'

/** Where a permissioned token's page is, for a wallet that it does not admit. */
export function permissionedTokenUrl(baseUrl: string) {
  return (chainId: number, token: string, wallet: string) => `${baseUrl}${PATH}/${chainId}/${token}?wallet=${wallet}`
}

/** What a wallet can do that a permissioned token does not admit, where nobody named the issuer's own page. */
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
      body: html`<section class="qs"><div><dl class="kv"><div><dt>Token</dt><dd><code>${token}</code></dd></div><div><dt>Chain</dt><dd>${chain.name} (${chain.id})</dd></div><div><dt>Wallet</dt><dd><code>${wallet ?? 'not named'}</code></dd></div></dl><h2>What to do</h2><ol>${steps.map((step) => html`<li>${step}</li>`)}</ol></div>${codeBlock('Am I admitted?', check)}</section>`,
      markdown: `# Permissioned token ${token}\n\n${LEAD}\n\nAsk its issuer to admit ${wallet ?? 'your wallet'} on ${chain.name} (${chain.id})${explorer ? `, who stands at ${explorer}` : ''}. An empty \`kycRequiredWarnings\` of this call says that it did:\n\n\`\`\`sh\n${check}\n\`\`\`\n`,
    })
  },
}

function stepsOf(
  { isDevnet }: Site,
  { token, chain, explorer }: { token: string; chain: string; explorer: string | undefined },
): Html[] {
  const issuer = explorer
    ? html`Find the issuer on <a href="${explorer}" rel="noreferrer">the token’s page at the explorer</a> and complete its identity check with this wallet.`
    : html`Ask the issuer of the token for its identity check, and complete it with this wallet. ${chain} has no explorer here that would name the issuer; the contract <code>${token}</code> itself decides.`
  const devnet = isDevnet
    ? [html`On this development chain the built-in test wallets are admitted: use one of those instead.`]
    : []
  return [
    issuer,
    ...devnet,
    html`Check again: an empty <code>kycRequiredWarnings</code> says that the wallet is admitted.`,
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
