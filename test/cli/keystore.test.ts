import { createCipheriv, scryptSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keccak256 } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { readKeystore } from '../../packages/cli/src/readKeystore.ts'
import { cli } from '../setup/cli.ts'
import { temporaryFolder } from '../setup/process.ts'

/** The example of the Web3 Secret Storage definition, version 3 with PBKDF2. */
const EXAMPLE = JSON.stringify({
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
    ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
    kdf: 'pbkdf2',
    kdfparams: {
      c: 262144,
      dklen: 32,
      prf: 'hmac-sha256',
      salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd',
    },
    mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
  },
  version: 3,
})
const EXAMPLE_KEY = '0x7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d'

test('the example of the definition is read', () => {
  expect(readKeystore(EXAMPLE, 'testpassword')).toBe(EXAMPLE_KEY)
})

test('a wrong password and another file are refused', () => {
  expect(() => readKeystore(EXAMPLE, 'wrong')).toThrow('The password of the keystore is wrong.')
  expect(() => readKeystore('{}', 'x')).toThrow('version 3')
  expect(() => readKeystore('no', 'x')).toThrow('not a JSON file')
})

function scryptKeystore(key: string, password: string): string {
  const [salt, iv] = [Buffer.alloc(32, 1), Buffer.alloc(16, 2)]
  const derived = scryptSync(password, salt, 32, { N: 1024, r: 8, p: 1 })
  const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv)
  const ciphertext = cipher.update(Buffer.from(key.slice(2), 'hex'))
  const mac = keccak256(Buffer.concat([derived.subarray(16, 32), ciphertext])).slice(2)
  const kdfparams = { dklen: 32, n: 1024, r: 8, p: 1, salt: salt.toString('hex') }
  const cipherparams = { iv: iv.toString('hex') }
  const crypto = {
    cipher: 'aes-128-ctr',
    cipherparams,
    ciphertext: ciphertext.toString('hex'),
    kdf: 'scrypt',
    kdfparams,
    mac,
  }
  return JSON.stringify({ version: 3, crypto })
}

test('the password comes from the environment or a prompt, and the account of the file signs', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'wallet.json')
  await writeFile(file, scryptKeystore(EXAMPLE_KEY, 'swordfish'))
  const line = ['login', '--keystore', file, '--dry-run', '--json']
  const address = privateKeyToAddress(EXAMPLE_KEY)
  const prompted = await cli(line, { answers: ['swordfish'] })
  expect(JSON.parse(prompted.out).address).toBe(address)
  const fromEnvironment = await cli(line, { env: { SLIPWAY_PASSWORD: 'swordfish' } })
  expect(JSON.parse(fromEnvironment.out).address).toBe(address)
  expect(await cli(line)).toMatchObject({ code: 2, notes: expect.stringContaining('SLIPWAY_PASSWORD') })
})
