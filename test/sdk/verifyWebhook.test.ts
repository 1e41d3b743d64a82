import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifyWebhook, WebhookError } from '../../packages/sdk/src/verifyWebhook.ts'

const now = () => 1_614_265_330_000
/** The example of the Standard Webhooks specification. */
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const body = '{"test": 2432232314}'
const headers = {
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': '1614265330',
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}

test('the example of the specification is accepted', async () => {
  await expect(verifyWebhook({ secret, headers, body, now })).resolves.toEqual({ test: 2432232314 })
  await expect(verifyWebhook({ secret, headers: new Headers(headers), body, now })).resolves.toBeTruthy()
})

test('while a secret is rotated, either one is accepted', async () => {
  const other = `whsec_${Buffer.from('another secret').toString('base64')}`
  await expect(verifyWebhook({ secret: [other, secret], headers, body, now })).resolves.toBeTruthy()
  const content = `${headers['webhook-id']}.1614265330.${body}`
  const signature = createHmac('sha256', 'another secret').update(content).digest('base64')
  const both = { ...headers, 'webhook-signature': `v1,AAAA v1a,x v1,${signature}` }
  await expect(verifyWebhook({ secret: other, headers: both, body, now })).resolves.toBeTruthy()
})

test.each([
  ['another body', { body: '{"test": 2432232315}' }],
  ['another id', { headers: { ...headers, 'webhook-id': 'msg_other' } }],
  ['another time', { headers: { ...headers, 'webhook-timestamp': '1614265331' } }],
  ['an old delivery', { now: () => now() + 301_000 }],
  ['a delivery of the future', { now: () => now() - 301_000 }],
  ['a time that is not one', { headers: { ...headers, 'webhook-timestamp': 'NaN' } }],
  ['no signature', { headers: { ...headers, 'webhook-signature': '' } }],
  ['a missing header', { headers: { 'webhook-id': 'x', 'webhook-timestamp': '1614265330' } }],
  [
    'another version',
    { headers: { ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1', 'v2') } },
  ],
  ['another secret', { secret: 'whsec_AAAA' }],
  ['a secret that is not base64', { secret: 'whsec_*' }],
])('%s is refused', async (_, changed) => {
  await expect(verifyWebhook({ secret, headers, body, now, ...changed })).rejects.toBeInstanceOf(WebhookError)
})
