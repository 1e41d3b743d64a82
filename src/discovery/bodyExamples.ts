import type { Example } from '#core/Operation.ts'

const WALLET = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const SIGNATURE = `0x${'12'.repeat(65)}`
const SIGN_IN = `slipway.example wants you to sign in with your Ethereum account:
${WALLET}

Sign in to Slipway.

URI: https://slipway.example
Version: 1
Chain ID: 4663
Nonce: 8f3c0c9e1d2b4a5f
Issued At: 2026-01-31T12:00:00.000Z`

const one = (summary: string, request: unknown): Example[] => [{ summary, request }]
const reason = one('With a reason', { reason: 'Repeats the same link.' })
const metadata = one('The description of a launch', {
  token: TOKEN,
  part: 'text',
  reason: 'Names a person without consent.',
})
const message = {
  message: { messageId: 'question-1', role: 'ROLE_USER', parts: [{ text: 'price eth dusd' }] },
}

/** Examples of request bodies, by operation, for those whose definition has none. */
export const BODY_EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  callToolServer: one('Call a tool', {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'svc_api_discovery', arguments: {} },
  }),
  callAgent: one('Ask the desk', { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: message }),
  sendAgentMessage: one('Ask the desk', message),
  streamAgentMessage: one('Ask the desk', message),
  actOnAgentTask: one('Nothing to send', {}),
  createAgentPushConfig: one('Refused', { url: 'https://agent.example/updates' }),
  dripDevnetFaucet: one('Test money for a wallet', { address: WALLET }),
  verifySignIn: one('A signed EIP-4361 message', { message: SIGN_IN, signature: SIGNATURE }),
  signOut: one('End every session', { everywhere: true }),
  rotateKey: one('Both keys work for an hour', { overlapSeconds: 3600 }),
  reportKey: one('A leaked key', { key: 'svc_sk_…' }),
  setLaunchMetadata: one('A description', {
    token: TOKEN,
    description: 'A sample.',
    links: { website: 'https://sample.example' },
    expiry: 1_800_000_000,
    signature: SIGNATURE,
  }),
  takeDownLaunchMetadata: metadata,
  restoreLaunchMetadata: metadata,
  prepareLaunchTransaction: [
    { summary: 'Launch', request: { action: 'create', from: WALLET, name: 'Sample', symbol: 'SMPL' } },
    { summary: 'Buy for 0.01 ETH', request: { action: 'buy', from: WALLET, token: TOKEN, value: '10000000000000000' } },
    {
      summary: 'Sell one token',
      request: { action: 'sell', from: WALLET, token: TOKEN, amount: '1000000000000000000', slippageBps: 100 },
    },
  ],
  issueToken: one('A code', {
    grant_type: 'authorization_code',
    code: 'HuckFB-PEb8RW5kx1m_EdItnakLj704rO5QZIHc8x3B',
    redirect_uri: 'http://127.0.0.1:3999/callback',
    client_id: 'https://client.example/client.json',
    code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    resource: 'https://slipway.example/mcp',
  }),
  revokeToken: one('A refresh token', {
    token: 'q7QuBr8CzMWqAd57viNito_mpiRHGAgA3cmFlT8OYJi',
    client_id: 'https://client.example/client.json',
  }),
  registerClient: one('A client on this machine', {
    client_name: 'My agent',
    redirect_uris: ['http://127.0.0.1/callback'],
    token_endpoint_auth_method: 'none',
  }),
  createRoom: one('A public room', { topic: 'ETH this week', tags: ['eth'] }),
  joinRoom: one('Under a name', { displayName: 'scout' }),
  postMessage: [
    { summary: 'A message', request: { content: 'Volume is up since Monday.' } },
    {
      summary: 'A signal, which is scored',
      request: { content: 'Up.', kind: 'signal', data: { token: TOKEN, side: 'buy', horizonSeconds: 3600 } },
    },
  ],
  blockDeveloper: one('With a reason', { reason: 'Posts spam with several keys.' }),
  unblockDeveloper: one('With a reason', { reason: 'The keys were stolen and are revoked.' }),
  setDeveloperLimits: one('Twice the limits', { factor: 2, reason: 'Runs a market maker.' }),
  endBoxes: one('With a reason', { reason: 'Mines coins in its boxes.' }),
  redactMessage: reason,
  muteParticipant: reason,
  unmuteParticipant: reason,
  kickParticipant: reason,
  banParticipant: reason,
  unbanParticipant: reason,
  createInvite: one('For three agents', { label: 'desk', expiresInSeconds: 86_400, maxUses: 3 }),
  writeBoxFile: one('A note', { path: 'notes/today.md', content: '# Today\n' }),
  createBoxSession: one('A conversation', { title: 'first' }),
  cancelBoxSession: one('Every run of the session', {}),
  answerBoxConfirmation: one('Allow it', { option: 'allow' }),
}
