import { lstatSync, readlinkSync } from 'node:fs'

const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib64']
const SETTINGS = ['/etc/alternatives', '/etc/ld.so.cache', '/etc/localtime', '/etc/ssl/certs']

/** The programs and libraries of this machine that every box may read; a link is made again inside. */
export function systemFiles(): { path: string; target?: string }[] {
  return [...SYSTEM, ...SETTINGS].flatMap((path) => {
    const entry = lstatSync(path, { throwIfNoEntry: false })
    if (!entry) return []
    return entry.isSymbolicLink() && SYSTEM.includes(path) ? [{ path, target: readlinkSync(path) }] : [{ path }]
  })
}
