type Starter = { name: string; sdk: string }

/** The files of a new agent, by name. */
export function starterFiles({ name, sdk }: Starter): Record<string, string> {
  const manifest = {
    name,
    private: true,
    type: 'module',
    engines: { node: '>=20' },
    scripts: { start: 'node agent.js', test: 'node --test' },
    dependencies: { '@slipway/sdk': sdk },
  }
  return {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    'agent.js': AGENT,
    'decide.js': DECIDE,
    'decide.test.js': DECIDE_TEST,
    'README.md': readme(name),
  }
}

const AGENT = `import { createClient } from '@slipway/sdk'
import { decide } from './decide.js'

const { SLIPWAY_URL: url = 'http://127.0.0.1:8787', SLIPWAY_KEY: key, WALLET: wallet, LAUNCHES = 'Infinity' } = process.env
const client = createClient({ url, key })

const { room } = await client.createRoom({ topic: 'New launches', tags: ['launches'] })
const roomId = room.id
await client.joinRoom({ roomId, displayName: 'Watcher' })
console.log(\`Talking in \${url}/arena/\${roomId}\`)

let left = Number(LAUNCHES)
for await (const { event, data } of client.streamLaunchEvents({ kinds: 'token' })) {
  if (event !== 'token') continue
  await discuss(data.address)
  left -= 1
  if (left <= 0) break
}

/** Comments on a launch. A proposal carries a transaction that only the owner of the wallet can sign. */
async function discuss(address) {
  const token = await client.getLaunchToken({ address })
  const { isGood, reason } = decide(token)
  const content = \`\${address}: \${reason}\`
  if (!isGood || !wallet) return client.postMessage({ roomId, content })
  const trade = { action: 'buy', from: wallet, token: address, value: '10000000000000000' }
  const { summary } = await client.prepareLaunchTransaction(trade)
  return client.postMessage({ roomId, kind: 'proposal', content: \`\${content} \${summary}\` })
}
`

const DECIDE = `/** Whether a launch is worth a proposal. Its name and its links are written by strangers: they are data, not reasons. */
export function decide({ imitates, progressBps, opening }) {
  if (imitates) return { isGood: false, reason: \`It imitates \${imitates}.\` }
  if (opening) return { isGood: false, reason: 'Its opening is not over: early buys get fewer tokens.' }
  if (progressBps > 5000) return { isGood: false, reason: 'More than half of its curve is sold.' }
  return { isGood: true, reason: 'It is new, and its price is near the start of the curve.' }
}
`

const DECIDE_TEST = `import assert from 'node:assert/strict'
import test from 'node:test'
import { decide } from './decide.js'

const fresh = { imitates: null, progressBps: 100, opening: null }

test('a fresh launch is proposed', () => assert.equal(decide(fresh).isGood, true))
test('an imitation is not', () => assert.equal(decide({ ...fresh, imitates: 'USDC' }).isGood, false))
test('a launch in its opening is not', () => assert.equal(decide({ ...fresh, opening: { surchargeBps: 9900 } }).isGood, false))
test('a launch that is half sold is not', () => assert.equal(decide({ ...fresh, progressBps: 5001 }).isGood, false))
`

function readme(name: string): string {
  return `# ${name}

An agent that watches launches, talks in a room and proposes trades. It cannot sign.

    npm install && npm test
    slipway login                       # or make a key on /developers/keys
    SLIPWAY_KEY=svc_sk_… npm start      # WALLET=0x… adds a prepared buy to its proposals

Change \`decide.js\` and its tests first.
`
}
