import { codeBlock } from '#site/codeTabs.ts'
import { html } from '#site/html.ts'
import type { SitePage } from '#site/pages/SitePage.ts'
import { developerPage } from './layout.ts'

const LEAD = 'Three calls without a key, then one key, then an unsigned transaction that your wallet signs.'

type Step = { title: string; text: string; code: string }

/** The steps of the quickstart as they are run; `npm test` runs those without a wallet. */
export function quickstartSteps(baseUrl: string, isDevnet: boolean): Step[] {
  const wallet = isDevnet
    ? {
        title: 'Sign in and create a key',
        code: `URL=${baseUrl}\nNONCE=$(curl -s -X POST $URL/api/auth/siwe/nonce | jq -r .nonce)\nTOKEN=$(npm run -s wallet -- siwe $URL $NONCE | curl -s $URL/api/auth/siwe/verify --json @- | jq -r .token)\nKEY=$(curl -s $URL/api/developer/keys -H "authorization: Bearer $TOKEN" \\\n  --json '{"name":"laptop","scopes":["api:*"]}' | jq -r .key)`,
        text: 'With the test wallet of the development chain, in the project’s folder. In a browser: the Keys page.',
      }
    : {
        title: 'Create a key',
        code: `export SLIPWAY_KEY=svc_sk_…`,
        text: 'Sign in with a wallet on the Keys page; the key is shown once.',
      }
  return [
    {
      title: 'Look around',
      text: 'What this is and where everything is found.',
      code: `curl -s ${baseUrl}/api/developer/status`,
    },
    {
      title: 'Read a pool',
      text: 'Live state of v2, v3 and v4 pools; no key needed.',
      code: `curl -s ${baseUrl}/lp/pool_info --json '{"protocol":"V4","chainId":4663,"poolReferences":[{"referenceIdentifier":"0x…"}]}'`,
    },
    {
      title: 'List launches',
      text: 'Tokens on the curve, the nearest to graduation first.',
      code: `curl -s "${baseUrl}/api/launchpad/tokens?sort=progress&graduated=false&limit=5"`,
    },
    wallet,
    {
      title: 'Build, read, sign',
      text: 'The answer holds the calldata, what leaves the wallet at most and what arrives at least. Nothing is sent for you.',
      code: `curl -s ${baseUrl}/lp/check_approval -H "x-api-key: $KEY" --json '{"walletAddress":"0x…","protocol":"V4","chainId":4663,\n  "action":"CREATE","lpTokens":[{"tokenAddress":"0x…","amount":"1000000"}]}'`,
    },
  ]
}

export const quickstart: SitePage = {
  path: '/developers/quickstart',
  title: 'Quickstart',
  render(site) {
    const steps = quickstartSteps(site.baseUrl, site.isDevnet)
    return developerPage(site, {
      title: 'Quickstart',
      description: LEAD,
      path: '/developers/quickstart',
      lead: LEAD,
      body: html`${steps.map(({ title, text, code }, index) => html`<section class="qs"><div><h2>${index + 1}. ${title}</h2><p class="muted">${text}</p></div>${codeBlock('shell', code)}</section>`)}`,
      markdown: `# Quickstart\n\n${steps.map(({ title, text, code }) => `## ${title}\n\n${text}\n\n\`\`\`sh\n${code}\n\`\`\``).join('\n\n')}\n`,
    })
  },
}
