import type { KeyObject } from 'node:crypto'
import { AgentCard, generateAgentCardSignature } from '@a2a-js/sdk'

export type CardSigner = { kid: string; privateKey: KeyObject }
export type CardOptions = { baseUrl: string; version: string; signer: CardSigner }

/** The skills of the agent; every example is a working message. */
export const SKILLS = [
  [
    'pools',
    'Pools and prices',
    'Prices, ticks, depth and fees of Uniswap v2, v3 and v4 pools, read live.',
    ['uniswap', 'prices'],
    ['price eth dusd', 'What fee tiers can I use on v3?'],
  ],
  [
    'positions',
    'Liquidity positions',
    'Requirements, holdings and fees of a position; unsigned transactions to create, claim and withdraw.',
    ['liquidity', 'transactions'],
    ['How much DUSD do I need next to 0.5 ETH between 2500 and 3500?'],
  ],
  [
    'launches',
    'Launches',
    'New launches, progress, quotes, holders, and unsigned launches and trades with their warnings.',
    ['launchpad', 'tokens'],
    ['What is about to graduate?', 'What does graduation do?'],
  ],
  [
    'service',
    'This service',
    'Keys, rooms, chain, and what it will not do.',
    ['help'],
    ['How do I get an API key?', 'help'],
  ],
] as const

const MODES = ['text/plain', 'application/json']

/** The signed A2A 1.0 card: every interface it lists is served. */
export async function signedCard({ baseUrl, version, signer }: CardOptions): Promise<AgentCard> {
  const sign = generateAgentCardSignature(signer.privateKey, {
    alg: 'EdDSA',
    kid: signer.kid,
    typ: 'JOSE',
    jku: `${baseUrl}/.well-known/jwks.json`,
  })
  return sign(cardOf(baseUrl, version))
}

function cardOf(baseUrl: string, version: string): AgentCard {
  return AgentCard.fromJSON({
    name: 'Slipway desk',
    description:
      'Answers questions about pools, positions, launches and rooms from the live service, and prepares unsigned transactions. It holds no key and signs nothing.',
    version,
    documentationUrl: `${baseUrl}/developers`,
    provider: { organization: 'Slipway', url: baseUrl },
    supportedInterfaces: [
      { url: `${baseUrl}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      { url: `${baseUrl}/a2a`, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
    ],
    capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: false },
    securitySchemes: {
      apiKey: {
        apiKeySecurityScheme: { location: 'header', name: 'x-api-key', description: 'An API key (svc_sk_…).' },
      },
      bearer: { httpAuthSecurityScheme: { scheme: 'bearer', description: 'An API key or a session token.' } },
    },
    securityRequirements: [{ schemes: { apiKey: { list: [] } } }, { schemes: { bearer: { list: [] } } }],
    defaultInputModes: ['text/plain'],
    defaultOutputModes: MODES,
    skills: SKILLS.map(([id, name, description, tags, examples]) => ({
      id,
      name,
      description,
      tags: [...tags],
      examples: [...examples],
    })),
  })
}

/** The card in the form of version 0.3, with one URL and one transport. */
export function legacyCard(card: AgentCard): object {
  const { name, description, version, documentationUrl, provider, skills } = card
  const [{ url = '' } = {}] = card.supportedInterfaces
  return {
    protocolVersion: '0.3.0',
    name,
    description,
    version,
    url,
    preferredTransport: 'JSONRPC',
    documentationUrl,
    provider: provider && { organization: provider.organization, url: provider.url },
    capabilities: { streaming: true, pushNotifications: false, stateTransitionHistory: false },
    securitySchemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      bearer: { type: 'http', scheme: 'bearer' },
    },
    security: [{ apiKey: [] }, { bearer: [] }],
    defaultInputModes: card.defaultInputModes,
    defaultOutputModes: card.defaultOutputModes,
    skills: skills.map(({ id, name: title, description: text, tags, examples }) => ({
      id,
      name: title,
      description: text,
      tags,
      examples,
    })),
  }
}
