import { createSiweMessage } from 'viem/siwe'
import { expect, test } from 'vitest'
import { keySteps } from './Deployment.ts'

test('the template of the sign-in message is one that wallets make', () => {
  const template = /"([^"]+)"$/.exec(keySteps({ baseUrl: 'https://slipway.example' })[1] ?? '')?.[1] ?? ''
  const values = {
    address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    nonce: '8f3c0c9e1d2b4a5f',
    issuedAt: new Date('2026-01-31T12:00:00.000Z'),
  } as const
  const filled = template
    .replaceAll(String.raw`\n`, '\n')
    .replace('<ADDRESS>', values.address)
    .replace('<NONCE>', values.nonce)
    .replace(/<NOW[^>]*>/, values.issuedAt.toISOString())
  const place = { domain: 'slipway.example', uri: 'https://slipway.example', version: '1', chainId: 4663 } as const
  expect(filled).toBe(createSiweMessage({ ...values, ...place, statement: 'Sign in to Slipway.' }))
})
