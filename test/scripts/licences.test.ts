import { expect, test } from 'vitest'
import { demanding, isPermissive } from '../../scripts/checkLicences.ts'

test.each([
  ['MIT', true],
  ['(MIT AND Zlib)', true],
  ['(BSD-2-Clause OR MIT OR Apache-2.0)', true],
  ['GPL-3.0-only OR MIT', true],
  ['Apache-2.0 AND LGPL-3.0-or-later', false],
  ['BUSL-1.1', false],
  ['none stated', false],
])('%s asks for nothing but its notice: %s', (license, expected) => {
  expect(isPermissive(license)).toBe(expected)
})

test('a new dependency that asks for more is found, also deep in the tree', () => {
  const packages = {
    '': { license: 'MIT' },
    'node_modules/good': { license: 'MIT' },
    'node_modules/good/node_modules/@scope/copyleft': { license: 'GPL-3.0-only' },
    'node_modules/silent': {},
    'node_modules/@img/lib-linux-x64': { license: 'LGPL-3.0-or-later' },
    'node_modules/@img/lib-darwin-arm64': { license: 'LGPL-3.0-or-later' },
  }
  expect(demanding(packages)).toEqual([
    '@img/lib-* LGPL-3.0-or-later',
    '@scope/copyleft GPL-3.0-only',
    'silent none stated',
  ])
})
