import { codeBlock } from '#site/codeTabs.ts'
import { html } from '#site/html.ts'
import type { SitePage } from '#site/pages/SitePage.ts'
import type { Site } from '#site/Site.ts'
import { developerPage } from './layout.ts'

const LEAD = 'Three calls without a key, then one key, then an unsigned transaction that your wallet signs.'

type Step = { title: string; text: string; code: string }

/** Values for the calls of the quickstart; they exist on this deployment, so that the calls can be pasted. */
export type Samples = {
  baseUrl: string
  isDevnet: boolean
  chainId: number
  wallet: string
  pool: { protocol: string; reference: string }
  token: string
}

/** A well-known pool, for deployments without a development chain. */
const MAINNET = {
  chainId: 1,
  wallet: '0x…',
  pool: { protocol: 'V3', reference: '0x88e6A0c2dDD26FEEb64F039a2c41296FcB3f5640' },
  token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
}

export async function readSamples({ baseUrl, isDevnet, chainId, read }: Site): Promise<Samples> {
  if (!isDevnet) return { baseUrl, isDevnet, ...MAINNET }
  const { pools, tokens } = await read('getDevnet', {})
  const pool = pools.find(({ protocol }) => protocol === 'V4') ?? MAINNET.pool
  const wallet = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  return { baseUrl, isDevnet, chainId, wallet, pool, token: tokens[0]?.address ?? MAINNET.token }
}

/** The steps of the quickstart; `npm test` runs them on the development chain. */
export function quickstartSteps(samples: Samples): Step[] {
  const { baseUrl, isDevnet, chainId, wallet, pool, token } = samples
  return [
    {
      title: 'Look around',
      text: 'Documents, endpoints, tools and chains of this deployment.',
      code: `URL=${baseUrl}\ncurl -s $URL/api/developer/status`,
    },
    {
      title: 'Read a pool',
      text: 'Live state of v2, v3 and v4 pools; no key needed.',
      code: `curl -s $URL/lp/pool_info --json '{\n  "protocol": "${pool.protocol}", "chainId": ${chainId},\n  "poolReferences": [{"protocol": "${pool.protocol}", "chainId": ${chainId},\n    "referenceIdentifier": "${pool.reference}"}]}'`,
    },
    {
      title: 'List launches',
      text: 'Tokens on the curve, closest to graduation first.',
      code: `curl -s "$URL/api/launchpad/tokens?sort=progress&graduated=false&limit=5"`,
    },
    isDevnet ? SIGN_IN : CREATE_KEY,
    {
      title: 'Build, read, sign',
      text: 'The approvals that the wallet still needs before it adds liquidity: calldata, spender, amount. Nothing is sent for you.',
      code: `curl -s $URL/lp/check_approval -H "x-api-key: $KEY" --json '{\n  "walletAddress": "${wallet}",\n  "protocol": "V4", "chainId": ${chainId}, "action": "CREATE",\n  "lpTokens": [{"tokenAddress": "${token}",\n    "amount": "1000000"}]}'`,
    },
  ]
}

const SIGN_IN: Step = {
  title: 'Sign in and create a key',
  text: 'With the test wallet of the development chain, in the project’s folder. In a browser: the Keys page.',
  code: `NONCE=$(curl -s -X POST $URL/api/auth/siwe/nonce | jq -r .nonce)\nTOKEN=$(npm run -s wallet -- siwe $URL $NONCE |\n  curl -s $URL/api/auth/siwe/verify --json @- | jq -r .token)\nKEY=$(curl -s $URL/api/developer/keys -H "authorization: Bearer $TOKEN" \\\n  --json '{"name":"laptop","scopes":["api:*"]}' | jq -r .key)`,
}

const CREATE_KEY: Step = {
  title: 'Create a key',
  text: 'Sign in with a wallet on the Keys page; the key is shown once.',
  code: `KEY=svc_sk_…`,
}

export const quickstart: SitePage = {
  path: '/developers/quickstart',
  title: 'Quickstart',
  async render(site) {
    const steps = quickstartSteps(await readSamples(site))
    return developerPage(site, {
      title: 'Quickstart',
      description: LEAD,
      path: '/developers/quickstart',
      lead: LEAD,
      body: html`${steps.map(
        ({ title, text, code }, index) => html`
  <section class="quickstart">
    <div><h2>${index + 1}. ${title}</h2><p class="muted">${text}</p></div>${codeBlock('shell', code)}
  </section>
`,
      )}`,
      markdown: `# Quickstart\n\n${steps.map(({ title, text, code }) => `## ${title}\n\n${text}\n\n\`\`\`sh\n${code}\n\`\`\``).join('\n\n')}\n`,
    })
  },
}
