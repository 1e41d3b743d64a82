import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { exampleEnv, readConfig } from './config.ts'
import { VARIABLES } from './variables.ts'

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    return (error as Error).message.split('\n').slice(1)
  }
}

describe('the environment', () => {
  test('may be empty', () => {
    const config = readConfig({})
    expect(config).toMatchObject({ PORT: 8787, HOST: '127.0.0.1', baseUrl: 'http://127.0.0.1:8787', devnet: true })
    expect(config.apiOrigin).toBe(config.baseUrl)
  })

  test('reports every problem at once, with what is expected', () => {
    const problems = problemsOf({ PORT: 'abc', DATABASE_URL: 'mysql://x', OIDC_ISSUERS: '{', RPC_URL_5: 'http://x' })
    expect(problems).toHaveLength(4)
    expect(problems.join('\n')).toMatch(
      /PORT must be a port number[\s\S]*DATABASE_URL must be a postgres[\s\S]*OIDC_ISSUERS must be JSON[\s\S]*RPC_URL_5 does not name a supported chain/,
    )
  })

  test.each([
    [{ PORT: '70000' }, /PORT/],
    [{ BASE_URL: 'ftp://x' }, /BASE_URL must be an http\(s\) URL/],
    [
      { BASE_URL: 'https://slipway.example/app' },
      /BASE_URL must be an origin alone, such as https:\/\/slipway\.example/,
    ],
    [{ BASE_URL: 'https://me:secret@slipway.example' }, /BASE_URL must be an origin alone/],
    [{ ALLOWED_ORIGINS: 'https://a.example,https://b.example/?x' }, /ALLOWED_ORIGINS must be an origin alone/],
    [{ HOST: '[::1]' }, /HOST must be an address or a host name/],
    [{ HOST: 'a b' }, /HOST must be an address or a host name/],
    [{ HOST: 'http://localhost' }, /HOST must be an address or a host name/],
    [{ DEVNET: 'yes' }, /DEVNET must be 1 or 0/],
    [{ LAUNCH_FACTORY: '0x12' }, /LAUNCH_FACTORY must be an address/],
    [{ CHAIN_PREFIX: 'R H' }, /CHAIN_PREFIX/],
    [{ SECRET: 'short' }, /SECRET must be at least 32/],
    [{ TRUST_PROXY: 'everyone' }, /TRUST_PROXY must be addresses or CIDR/],
    [{ TRUST_PROXY: '10.0.0.0/33' }, /TRUST_PROXY must be addresses or CIDR/],
    [{ TRUST_PROXY: '10.0.0' }, /TRUST_PROXY must be addresses or CIDR/],
    [{ TRUST_PROXY: '::1,fd00::/129' }, /TRUST_PROXY must be addresses or CIDR/],
    [{ SECURITY_CONTACT: 'me@example.org' }, /SECURITY_CONTACT must be a mailto:, https: or tel: URI/],
    [{ KYC_TOKENS: '[{"chainId":1}]' }, /KYC_TOKENS/],
    [{ DEPLOYMENTS: '{"1":{"uniswap":{"v2":{"factory":"0x1"}}}}' }, /DEPLOYMENTS must be an address/],
    [{ DEPLOYMENTS: '{"7":{"uniswap":{}}}' }, /DEPLOYMENTS/],
    [{ RPC_URL_1: 'not a url' }, /RPC_URL_1 must be http/],
    [{ DATABASE_URL: 'postgres://localhost/x' }, /SECRET is required with DATABASE_URL/],
    [{ DEVNET: '1', RPC_URL_4663: 'http://localhost:1' }, /exclude each other/],
    [{ DEVNET: '0' }, /RPC_URL_4663 is required/],
    [{ HOST: '0.0.0.0' }, /has the id of the real chain/],
    [{ NODE_ENV: 'production' }, /NODE_ENV is production/],
  ])('%o is refused', (env, message) => expect(problemsOf(env as never).join('\n')).toMatch(message))

  test.each([
    [{ HOST: '::1' }, 'http://[::1]:8787'],
    [{ HOST: 'localhost', PORT: '80' }, 'http://localhost'],
    [{ BASE_URL: 'http://LOCALHOST:8787/' }, 'http://localhost:8787'],
    [{ HOST: '0.0.0.0', DEVNET: '1' }, 'http://127.0.0.1:8787'],
    [{ HOST: '::', DEVNET: '1' }, 'http://[::1]:8787'],
  ])('%o is advertised as %s', (env, baseUrl) => expect(readConfig(env as never).baseUrl).toBe(baseUrl))

  test('trusts proxies by address and by range', () => {
    const proxies = ['10.0.0.0/8', '::1', 'fd00::/8', '192.0.2.7']
    expect(readConfig({ TRUST_PROXY: proxies.join(', ') }).TRUST_PROXY).toEqual(proxies)
  })

  test('accepts several RPC endpoints per chain, and uses the live chain when 4663 has one', () => {
    const config = readConfig({ RPC_URL_4663: 'https://a.example, https://b.example', HOST: '0.0.0.0' })
    expect(config.rpcUrls[4663]).toEqual(['https://a.example', 'https://b.example'])
    const token = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
    const moved = readConfig({ DEPLOYMENTS: JSON.stringify({ 1: { uniswap: {}, wrappedNative: token } }) })
    expect(moved.DEPLOYMENTS['1']?.wrappedNative).toBe('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
    expect(config.devnet).toBe(false)
  })

  test('is documented completely in .env.example', async () => {
    const text = await readFile('.env.example', 'utf8')
    expect(text).toBe(exampleEnv())
    for (const name of Object.keys(VARIABLES)) expect(text).toContain(`# ${name}=`)
  })
})

test('an unknown log level is refused', () => {
  expect(() => readConfig({ LOG_LEVEL: 'loud' })).toThrow(
    /LOG_LEVEL must be one of trace, debug, info, warn, error, silent\. Minimum log level\./,
  )
})
