import { type KeyObject, sign } from 'node:crypto'
import { canonicalJson } from '#core/canonicalJson.ts'

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
    'Keys, rooms, the chain, and the limits of the agent.',
    ['help'],
    ['How do I get an API key?', 'help'],
  ],
] as const

const MODES = ['text/plain', 'application/json']
const SCOPE = { list: ['box:write'] }

export type SignedCard = ReturnType<typeof cardOf> & { signatures: { protected: string; signature: string }[] }

/**
 * The A2A 1.0 card with a JWS over its canonical JSON (RFC 8785), exactly as served. It is ASCII and has no empty values,
 * so that verifiers which escape or remove those get the same bytes.
 */
export function signedCard({ baseUrl, version, signer }: CardOptions): SignedCard {
  const card = cardOf(baseUrl, version)
  const header = { alg: 'EdDSA', kid: signer.kid, typ: 'JOSE', jku: `${baseUrl}/.well-known/jwks.json` }
  const protectedHeader = Buffer.from(JSON.stringify(header)).toString('base64url')
  const payload = Buffer.from(canonicalJson(card)).toString('base64url')
  const signature = sign(null, Buffer.from(`${protectedHeader}.${payload}`), signer.privateKey).toString('base64url')
  return { ...card, signatures: [{ protected: protectedHeader, signature }] }
}

function cardOf(baseUrl: string, version: string) {
  const served = (protocolBinding: string, protocolVersion: string) => ({
    url: `${baseUrl}/a2a`,
    protocolBinding,
    protocolVersion,
  })
  return {
    name: 'Slipway desk',
    description:
      'Answers questions about pools, positions, launches and rooms from the live service, and prepares unsigned transactions. It holds no key and signs nothing.',
    version,
    documentationUrl: `${baseUrl}/developers`,
    provider: { organization: 'Slipway', url: baseUrl },
    supportedInterfaces: [served('JSONRPC', '1.0'), served('HTTP+JSON', '1.0'), served('JSONRPC', '0.3')],
    capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: false },
    securitySchemes: {
      apiKey: {
        apiKeySecurityScheme: { location: 'header', name: 'x-api-key', description: 'An API key (svc_sk_...).' },
      },
      bearer: { httpAuthSecurityScheme: { scheme: 'bearer', description: 'An API key or a session token.' } },
      oauth: { oauth2SecurityScheme: oauthScheme(baseUrl) },
    },
    securityRequirements: ['apiKey', 'bearer', 'oauth'].map((name) => ({ schemes: { [name]: SCOPE } })),
    defaultInputModes: ['text/plain'],
    defaultOutputModes: MODES,
    skills: SKILLS.map(([id, name, description, tags, examples]) => ({ id, name, description, tags, examples })),
  }
}

/** A person approves the client; the token is valid for this endpoint alone. */
function oauthScheme(baseUrl: string) {
  return {
    description: 'OAuth 2.1 with PKCE, for clients that act for a person.',
    flows: {
      authorizationCode: {
        authorizationUrl: `${baseUrl}/oauth/authorize`,
        tokenUrl: `${baseUrl}/oauth/token`,
        refreshUrl: `${baseUrl}/oauth/token`,
        scopes: { 'box:write': 'Create boxes and talk to their agents' },
        pkceRequired: true,
      },
    },
    oauth2MetadataUrl: `${baseUrl}/.well-known/oauth-authorization-server`,
  }
}

/** The card in the form of version 0.3: one URL and one transport. It is not signed. */
export function legacyCard(card: SignedCard): object {
  const { supportedInterfaces, securitySchemes: _, securityRequirements: __, signatures: ___, ...rest } = card
  return {
    ...rest,
    protocolVersion: '0.3.0',
    url: supportedInterfaces[0]?.url,
    preferredTransport: 'JSONRPC',
    capabilities: { streaming: true, pushNotifications: true, stateTransitionHistory: false },
    supportsAuthenticatedExtendedCard: false,
    securitySchemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      bearer: { type: 'http', scheme: 'bearer' },
    },
    security: [{ apiKey: [] }, { bearer: [] }],
  }
}
