import { readdir, readFile } from 'node:fs/promises'

/** The processes that were started with a folder, as an argument or in their environment. */
export async function leftBehind(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0 && pid !== process.pid)
  const found = await Promise.all(pids.map(async (pid) => ((await mentions(pid, folder)) ? [pid] : [])))
  return found.flat()
}

async function mentions(pid: number, folder: string): Promise<boolean> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
  return (await Promise.all(['cmdline', 'environ'].map(read))).some((text) => text.includes(folder))
}
