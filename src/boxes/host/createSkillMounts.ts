import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Skill } from '#core/Skill.ts'

/** Where a box finds the packages it was given. */
const SKILLS_INSIDE = '/skills'

/** Where the document of a package lies inside a box. */
export const skillUri = (name: string) => `file://${SKILLS_INSIDE}/${name}/SKILL.md`

export type SkillShelf = AsyncDisposable & {
  /** Folders with the packages of these names, and where a box shall find each; nothing for one that is no more. */
  mountsOf(names: readonly string[]): Promise<Record<string, string>>
}

/** Lays packages of the skills store out as files, for boxes to read and not to write. */
export function createSkillShelf(skills: () => readonly Skill[]): SkillShelf {
  const laidOut = new Map<string, Promise<string>>()
  let root: Promise<string> | undefined
  const folderOf = (skill: Skill) => {
    root ??= openRoot()
    const folder = laidOut.get(skill.name) ?? root.then((base) => layOut(join(base, skill.name), skill))
    laidOut.set(skill.name, folder)
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

/** Boxes run as other users, who must be able to walk into it. */
async function openRoot(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'slipway-skills-'))
  await chmod(root, 0o711)
  return root
}

async function layOut(folder: string, { files }: Skill): Promise<string> {
  for (const { path, text } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o755 })
    await writeFile(join(folder, path), text, { mode: 0o644 })
  }
  return folder
}
