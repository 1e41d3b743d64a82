import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inWords, skippedFiles, TOOLS } from '../../scripts/SystemTool.ts'

const missing = TOOLS.map((tool) => ({ ...tool, find: async () => undefined }))
const present = TOOLS.map((tool) => ({ ...tool, find: async () => '/usr/bin/true' }))

test('without bubblewrap and Chromium, the files that need them are skipped by name', async () => {
  const skipped = await skippedFiles(['test/boxes', 'test/web'], missing)
  const toolOf = (file: string) => skipped.find((one) => one.file === file)?.tool.name
  expect(toolOf('test/boxes/escape.test.ts')).toBe('bubblewrap')
  expect(toolOf('test/web/pages.test.ts')).toBe('Chromium')
  expect(toolOf('test/web/documents.test.ts')).toBeUndefined()
  expect(skipped.map(inWords)).toContain(
    'Skipped: test/boxes/escape.test.ts needs bubblewrap. Install it: apt-get install -y bubblewrap.',
  )
})

test('CI passes without Z3, which the proofs need, and without NATS, which PostgreSQL replaces', async () => {
  const [proofs] = await skippedFiles(['test/contracts'], missing)
  expect(proofs).toMatchObject({ file: 'test/contracts/proofs.test.ts', tool: { name: 'Z3', isOptional: true } })
  expect(missing.filter(({ isOptional }) => isOptional).map(({ name }) => name)).toEqual(['Z3', 'NATS'])
})

test('with all of them, no file is skipped', async () => {
  expect(await skippedFiles(['test/boxes', 'test/contracts', 'test/web'], present)).toEqual([])
})

test('a tool that no file needs is not looked for', async () => {
  const tools = TOOLS.map((tool) => ({ ...tool, find: () => expect.unreachable() }))
  expect(await skippedFiles(['test/http'], tools)).toEqual([])
})

test('files are recognised by the setups that start the tools', () => {
  expect(readFileSync('test/setup/boxes/boxesService.ts', 'utf8')).toContain('requireBubblewrap()')
  expect(readFileSync('test/setup/web/openSite.ts', 'utf8')).toContain("process.env['CHROMIUM']")
})
