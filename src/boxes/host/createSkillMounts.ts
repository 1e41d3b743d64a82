import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Skill } from '#core/Skill.ts'

/** Where skills are mounted inside a box. */
const SKILLS_INSIDE = '/skills'

/** The URI of a package's document inside a box. */
export const skillUri = (name: string) => `file://${SKILLS_INSIDE}/${name}/SKILL.md`

export type SkillMounts = AsyncDisposable & {
  /** Folders of the named packages, by path outside, with the path inside. Unknown names are left out. */
  mountsOf(names: readonly string[]): Promise<Record<string, string>>
}

/** Writes skill packages to files, which boxes mount read-only. */
export function createSkillMounts(skills: () => readonly Skill[]): SkillMounts {
  const folders = new Map<string, Promise<string>>()
  let root: Promise<string> | undefined
  const folderOf = (skill: Skill) => {
    root ??= openRoot()
    const folder = folders.get(skill.name) ?? root.then((base) => writePackage(join(base, skill.name), skill))
    folders.set(skill.name, folder)
    return folder
  }
  return {
    async mountsOf(names) {
      const found = skills().filter(({ name }) => names.includes(name))
      const pairs = found.map(async (skill) => [await folderOf(skill), `${SKILLS_INSIDE}/${skill.name}`])
      return Object.fromEntries(await Promise.all(pairs))
    },
    async [Symbol.asyncDispose]() {
      const base = await root?.catch(() => undefined)
      if (base) await rm(base, { recursive: true, force: true })
    },
  }
}

/** Boxes run as other users, who need to traverse the folder. */
async function openRoot(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'slipway-skills-'))
  await chmod(root, 0o711)
  return root
}

async function writePackage(folder: string, { files }: Skill): Promise<string> {
  for (const { path, text } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o755 })
    await writeFile(join(folder, path), text, { mode: 0o644 })
  }
  return folder
}
