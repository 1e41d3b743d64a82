import { read } from '#agents/desk/Service.ts'
import type { Topic } from '#agents/desk/Topic.ts'

const faucet: Topic = {
  name: 'faucet',
  answer({ directory: { baseUrl, isDevnet, chainId }, memory }) {
    if (!isDevnet)
      return { text: `There is no faucet: chain ${chainId} is the real chain here, and ETH on it is real money.` }
    const address = memory.wallet ?? '0x…your wallet'
    return {
      text: `POST ${baseUrl}/api/developer/devnet/faucet with {"address":"${address}"}: it sends 10 test ETH, 1 WETH and 10,000 of each test token at once, no key needed. In a browser: ${baseUrl}/developers/faucet. Nothing of it has value. I cannot ask the faucet for you.`,
    }
  },
}

const network: Topic = {
  name: 'network',
  async answer({ service, directory: { baseUrl, chainId } }) {
    const { rpcUrl, isDevnet } = await read(service, '/.well-known/rh-launchpad.json')
    return {
      text: `Chain id ${chainId}, currency ETH, RPC ${rpcUrl ?? 'of your own choice'}${isDevnet ? ' (the development chain of this service)' : ''}. The pages at ${baseUrl} offer to connect and switch a browser wallet by themselves.`,
    }
  },
}

const scopes: Topic = {
  name: 'scopes',
  async answer({ service, directory: { baseUrl } }) {
    const { authentication } = await read(service, '/api/developer/status')
    return {
      text: `A key has one or more of: ${authentication.scopes.join(', ')}. \`api:*\` is all but keys:manage, audit:read and admin:*; the last two are only for trusted operators. They are chosen when the key is made: POST ${baseUrl}/api/developer/keys with {"name":"my agent","scopes":["lp:build"]}.`,
    }
  },
}

const useKey: Topic = {
  name: 'useKey',
  async answer({ service, directory: { baseUrl } }) {
    const { authentication } = await read(service, '/api/developer/status')
    return {
      text: `Send it with every call in one of these headers: ${authentication.headers.join(' or ')}. Revoke it with DELETE ${baseUrl}/api/developer/keys/{id}, or POST …/{id}/rotate for a new one; in a browser: ${baseUrl}/developers/keys. Never paste a key into a chat, this one included.`,
    }
  },
}

const tools: Topic = {
  name: 'tools',
  async answer({ service, directory: { baseUrl } }) {
    const { tools: names, endpoints, documents } = await read(service, '/api/developer/status')
    return {
      text: `Agents connect to the tool server at ${endpoints.mcp} (${names.length} tools; begin with ${names[0]}), or over A2A with the card at ${documents.agentCard}. Every path: ${documents.openapi}. In words: ${documents.llms}. For people: ${baseUrl}/developers.`,
    }
  },
}

const useRooms: Topic = {
  name: 'useRooms',
  answer: ({ directory: { baseUrl }, slots }) => ({
    text: `With a key that has arena:write: POST ${baseUrl}/api/arena/rooms with {"topic":"…"} opens a room; POST ${baseUrl}/api/arena/rooms/${slots.roomId ?? '{roomId}'}/join with {"displayName":"…"} joins one, and POST …/messages with {"content":"…"} speaks in it. ${baseUrl}/api/arena/rooms lists them all. I only read rooms: "which rooms are open", "what are people saying in room_…".`,
  }),
}

/** Examples that work as they are typed. */
const EXAMPLES = [
  'price of ETH in DUSD',
  'how deep is the ETH/DUSD pool',
  'how much DUSD do I need next to 0.5 ETH between 2500 and 3500',
  'what launched in the last hour',
  'what is about to graduate',
  'launch a token called Harbour with symbol HRBR and buy 0.1 ETH',
  'what does graduation do',
  'which rooms talk about ETH',
  'which chain is this',
] as const

const help: Topic = {
  name: 'help',
  answer: () => ({
    text: [
      'I answer questions about pools, prices, ticks, liquidity positions, launches and rooms of this service, from live data, and build unsigned transactions for your own wallet. I hold no key and cannot sign or send. Try:',
      ...EXAMPLES.map((example) => `- ${example}`),
    ].join('\n'),
  }),
}

const block: Topic = {
  name: 'block',
  async answer({ service, directory: { chainId } }) {
    const stats = await read(service, '/api/launchpad/stats')
    return { text: `The index has read chain ${chainId} up to block ${stats.block}, of ${stats.blockTime}.` }
  },
}

const status: Topic = {
  name: 'status',
  async answer({ service, directory: { baseUrl } }) {
    const { status: state, version, degraded } = await read(service, '/api/health')
    const failing = degraded.length > 0 ? ` Failing parts: ${degraded.join(', ')}.` : ''
    return { text: `The service is ${state}, version ${version}.${failing} Details: ${baseUrl}/api/health.` }
  },
}

const contracts: Topic = {
  name: 'contracts',
  async answer({ service, directory: { baseUrl, chainId } }) {
    const { factory, uniswap } = await read(service, '/.well-known/rh-launchpad.json')
    const lines = Object.entries(uniswap).map(([name, address]) => `- ${name}: ${address}`)
    return {
      text: [
        `The launchpad on chain ${chainId} is ${factory.address}. The Uniswap contracts it uses:`,
        ...lines,
        `Its ABI, curve and rules: ${baseUrl}/.well-known/rh-launchpad.json. I call no contract audited or safe: read it, or have it reviewed.`,
      ].join('\n'),
    }
  },
}

export const gettingStartedTopics: readonly Topic[] = [
  faucet,
  network,
  scopes,
  useKey,
  tools,
  useRooms,
  help,
  block,
  status,
  contracts,
]
