import { expect, test } from 'vitest'
import { mcpClients } from './mcpClients.ts'

const code = (label: string) =>
  mcpClients('https://slipway.example').find((one) => one.label.startsWith(label))?.code ?? ''

test('a file names the key in the form that its client expands', () => {
  expect(JSON.parse(code('Cursor'))).toEqual({
    mcpServers: {
      slipway: { url: 'https://slipway.example/mcp', headers: { 'x-api-key': ['$', '{env:SLIPWAY_KEY}'].join('') } },
    },
  })
  const { inputs, servers } = JSON.parse(code('VS Code'))
  expect(servers.slipway.headers['x-api-key']).toBe(`\${input:${inputs[0].id}}`)
  expect(inputs[0]).toMatchObject({ type: 'promptString', password: true })
})

test('a command lets the shell expand the key, or names the variable', () => {
  for (const label of ['Claude', 'Gemini', 'Qwen'])
    expect(code(label)).toMatch(/^\w+ mcp add --transport http slipway[\s\S]*--header "x-api-key: \$SLIPWAY_KEY"$/)
  expect(code('Codex')).toMatch(/--url https:\/\/slipway\.example\/mcp[\s\S]*--bearer-token-env-var SLIPWAY_KEY$/)
})
