import { read } from '#agents/desk/Service.ts'
import { byWords, type Topic } from '#agents/desk/Topic.ts'

const faucet: Topic = {
  name: 'faucet',
  match: byWords([
    /\bfaucet\b|\b(test|free|fake|play) (eth|ether|money|funds|tokens?|coins?)\b|\b(get|need|give)\b.*\b(test|devnet)\b/,
    8,
  ]),
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
  match: byWords([/\brpc\b|\badd\b.*\b(network|chain)\b|\bconnect\b.*\b(wallet|metamask)\b|\bmetamask\b/, 7]),
  async answer({ service, directory: { baseUrl, chainId } }) {
    const { rpcUrl, isDevnet } = await read(service, '/.well-known/rh-launchpad.json')
    return {
      text: `Chain id ${chainId}, currency ETH, RPC ${rpcUrl ?? 'of your own choice'}${isDevnet ? ' (the development chain of this service)' : ''}. The pages at ${baseUrl} offer to connect and switch a browser wallet by themselves.`,
    }
  },
}

const scopes: Topic = {
  name: 'scopes',
  match: byWords([/\bscopes?\b|\bpermissions?\b.*\bkeys?\b/, 7]),
  async answer({ service, directory: { baseUrl } }) {
    const { authentication } = await read(service, '/api/developer/status')
    return {
      text: `A key has one or more of: ${authentication.scopes.join(', ')}. \`api:*\` is all but keys:manage and admin:*, and admin:* is only for trusted operators. They are chosen when the key is made: POST ${baseUrl}/api/developer/keys with {"name":"my agent","scopes":["lp:build"]}.`,
    }
  },
}

const useKey: Topic = {
  name: 'useKey',
  match: byWords([
    /\b(where|how)\b.*\b(put|use|send|pass)\b.*\bkeys?\b|\bkeys?\b.*\bheader\b|\b(revoke|rotate|lost|delete)\b.*\bkeys?\b/,
    8,
  ]),
  async answer({ service, directory: { baseUrl } }) {
    const { authentication } = await read(service, '/api/developer/status')
    return {
      text: `Send it with every call in one of these headers: ${authentication.headers.join(' or ')}. Revoke it with DELETE ${baseUrl}/api/developer/keys/{id}, or POST …/{id}/rotate for a new one; in a browser: ${baseUrl}/developers/keys. Never paste a key into a chat, this one included.`,
    }
  },
}

const tools: Topic = {
  name: 'tools',
  match: byWords([
    /\bmcp\b|\btools?\b|\bconnect\b.*\b(agent|claude|cursor|codex)\b|\b(docs|documentation|openapi)\b|\ba2a\b/,
    6,
  ]),
  async answer({ service, directory: { baseUrl } }) {
    const { tools: names, endpoints, documents } = await read(service, '/api/developer/status')
    return {
      text: `Agents connect to the tool server at ${endpoints.mcp} (${names.length} tools; begin with ${names[0]}), or over A2A with the card at ${documents.agentCard}. Every path: ${documents.openapi}. In words: ${documents.llms}. For people: ${baseUrl}/developers.`,
    }
  },
}

const useRooms: Topic = {
  name: 'useRooms',
  match: byWords([
    /\b(create|open|start|make|join|enter|post|write|leave)\b.*\brooms?\b|\brooms?\b.*\b(create|join|post)\b/,
    8,
  ]),
  answer: ({ directory: { baseUrl }, slots }) => ({
    text: `With a key that has arena:write: POST ${baseUrl}/api/arena/rooms with {"topic":"…"} opens a room; POST ${baseUrl}/api/arena/rooms/${slots.roomId ?? '{roomId}'}/join with {"displayName":"…"} joins one, and POST …/messages with {"content":"…"} speaks in it. ${baseUrl}/api/arena/rooms lists them all. I only read rooms: "which rooms are open", "what are people saying in room_…".`,
  }),
}

const portfolio: Topic = {
  name: 'portfolio',
  match: byWords([/\bportfolio\b|\bmy (tokens|coins|bags|launches)\b/, 6]),
  answer: ({ directory: { baseUrl }, memory, slots }) => ({
    text: `The launches, holdings and earnings of a wallet are at ${baseUrl}/portfolio/${slots.wallet ?? memory.wallet ?? '0x…'}; its liquidity positions I list here ("what are my positions").`,
  }),
}

const boxes: Topic = {
  name: 'boxes',
  match: byWords([/\b(box|boxes)\b/, 6]),
  answer: ({ directory: { baseUrl } }) => ({
    text: `A box is where I run: an isolated process of yours on this service. GET ${baseUrl}/api/boxes lists yours, POST …/{boxId}/pause, /resume and /stop do what they say, and DELETE …/{boxId} removes one with all it holds; a key with box:write is needed. I cannot do it from inside. ${baseUrl}/api/boxes/agents lists the agents there are.`,
  }),
}

const thanks: Topic = {
  name: 'thanks',
  match: byWords([/\b(thanks|thank you|cheers)\b|^(ty|great|cool|nice|bye|goodbye)\b/, 4]),
  answer: () => ({ text: 'You are welcome. Ask on whenever you like; "help" lists what I can do.' }),
}

const identity: Topic = {
  name: 'identity',
  match: byWords([/\b(who|what) are you\b|\bare you (a |an )?(bot|ai|human|person|real)\b|\bwhich model\b/, 8]),
  answer: () => ({
    text: 'The desk of this service: a program without a language model that reads the live chain and API, answers by rule, and builds unsigned transactions. I hold no key. "help" lists what I can do.',
  }),
}

export const gettingStartedTopics: readonly Topic[] = [
  faucet,
  network,
  scopes,
  useKey,
  tools,
  useRooms,
  portfolio,
  boxes,
  thanks,
  identity,
]
