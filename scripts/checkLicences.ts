import { readFile } from 'node:fs/promises'

// Every installed package whose licence asks for more than its notice must be named in NOTICE, with what follows from it.

type Package = { version?: string; license?: string }

const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 WITH LLVM-exception',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/** Whether some choice the licence offers asks for nothing but the notice. */
export function isPermissive(license: string): boolean {
  const choices = license.replaceAll(/[()]/g, '').split(' OR ')
  return choices.some((choice) => choice.split(' AND ').every((part) => PERMISSIVE.has(part.trim())))
}

/** `name licence` of each package that is not, platform packages of one product taken together. */
export function demanding(packages: Readonly<Record<string, Package>>): string[] {
  const found = Object.entries(packages)
    .filter(([path]) => path.includes('node_modules/'))
    .map(([path, { license = 'none stated' }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 13),
      license,
    }))
    .filter(({ license }) => !isPermissive(license))
  return [...new Set(found.map(({ name, license }) => `${family(name)} ${license}`))].sort()
}

function family(name: string): string {
  return name.replace(/-(darwin|linux|linuxmusl|win32|android|freebsd|wasm32|webcontainers).*$/, '-*')
}

if (import.meta.main) {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8'))
  const notice = await readFile('NOTICE', 'utf8')
  const missing = demanding(packages).filter((line) => !notice.includes(line))
  for (const line of missing) process.stdout.write(`NOTICE does not name: ${line}\n`)
  process.exitCode = missing.length === 0 ? 0 : 1
}
