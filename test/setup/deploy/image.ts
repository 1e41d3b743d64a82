import { execFile, execFileSync } from 'node:child_process'
import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { copyProject } from '../../faults/runRow.ts'
import { temporaryFolder } from '../process.ts'

const NODE_IMAGE = 'docker.io/library/node:24-bookworm-slim'
const BASE = 'localhost/slipway-test-base'
const IMAGE = 'localhost/slipway-test'
const CERTIFICATES = '/etc/ssl/certs'
const MINUTES_MS = 60_000
/** The limits of the machine may be above those that it lets a container have. */
const LIMITS = ['--ulimit=nofile=1024:1024', '--ulimit=nproc=1024:1024']

/** Which tool is missing to build and run an image here; undefined if none is. */
export function missingTool(): string | undefined {
  if (process.getuid?.() !== 0) return 'root'
  return ['buildah', 'podman', 'runc', 'mmdebstrap'].find((tool) => !isInstalled(tool))
}

function isInstalled(tool: string): boolean {
  try {
    execFileSync(tool, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export async function run(command: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, { timeout: 30 * MINUTES_MS, maxBuffer: 2 ** 26 })
  return stdout.trim()
}

/** Builds the image from a copy of the project, to which files are added. */
export async function buildImage(added: Record<string, string>): Promise<{ image: string; base: string }> {
  await using copy = await copyProject()
  for (const [path, text] of Object.entries(added)) await writeFile(join(copy.folder, path), text)
  await using folder = await temporaryFolder()
  const base = await baseImage(folder.path)
  const file = join(copy.folder, 'deploy/Containerfile')
  const image = ['--build-arg', `BASE=${base}`, '-f', file, '-t', IMAGE, copy.folder]
  await run('buildah', ['build', '--isolation=chroot', '--format=docker', ...(await mounts(folder.path)), ...image])
  return { image: IMAGE, base }
}

/** Node's image; where no registry can be reached, one of Debian's packages, which is kept for the next run. */
async function baseImage(folder: string): Promise<string> {
  if (await succeeds('buildah', ['pull', '-q', NODE_IMAGE])) return NODE_IMAGE
  if (!(await succeeds('buildah', ['inspect', '--type=image', BASE]))) await makeBase(folder)
  return BASE
}

function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  return run(command, args).then(
    () => true,
    () => false,
  )
}

/** The node and npm of this machine on Debian's smallest set of packages. */
async function makeBase(folder: string): Promise<void> {
  const npm = join(await run('npm', ['root', '-g']), 'npm')
  const files = join(folder, 'base.tar')
  await run('mmdebstrap', ['--variant=minbase', '--include=ca-certificates,libatomic1', 'bookworm', files])
  const container = await run('buildah', ['from', 'scratch'])
  await run('buildah', ['add', '-q', container, files, '/'])
  await copyFile(process.execPath, join(folder, 'node'))
  await run('buildah', ['copy', '-q', container, join(folder, 'node'), '/usr/local/bin/node'])
  await run('buildah', ['copy', '-q', container, npm, '/usr/local/lib/node_modules/npm'])
  const link = 'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm'
  await run('buildah', ['run', '--isolation=chroot', container, 'sh', '-c', link])
  await run('buildah', ['commit', '-q', '--rm', container, BASE])
}

/** The registry and the certificates that this machine uses, which stay out of the image. */
async function mounts(folder: string): Promise<string[]> {
  const registry = (await run('npm', ['config', 'get', 'registry'])).split('\n').at(-1)
  const file = join(folder, 'npmrc')
  await writeFile(file, `registry=${registry}\ncafile=${CERTIFICATES}/ca-certificates.crt\n`)
  const mounted = [`${file}:/root/.npmrc`, '/etc/apt:/etc/apt', `${CERTIFICATES}:${CERTIFICATES}`]
  return mounted.flatMap((one) => ['-v', `${one}:ro`])
}

export type Container = AsyncDisposable & {
  exec(...command: string[]): Promise<string>
  /** Sends the image's signal to stop; answers the exit code. */
  stop(): Promise<number>
}

/** Runs an image as the deployments do: without capabilities, on a read-only root. */
export async function startContainer(image: string, env: Record<string, string | number>): Promise<Container> {
  const variables = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`])
  const bounds = ['--read-only', '--cap-drop=ALL', '--security-opt=no-new-privileges', ...LIMITS]
  const id = await run('podman', [
    ...['run', '-d', '--runtime=runc', '--network=host', '--no-healthcheck'],
    ...[...bounds, ...variables, image],
  ])
  return {
    exec: (...command) => run('podman', ['--runtime=runc', 'exec', id, ...command]),
    async stop() {
      await run('podman', ['--runtime=runc', 'stop', '-t', '60', id])
      return Number(await run('podman', ['inspect', '-f', '{{.State.ExitCode}}', id]))
    },
    [Symbol.asyncDispose]: () => run('podman', ['--runtime=runc', 'rm', '-f', '-v', id]).then(() => {}),
  }
}
