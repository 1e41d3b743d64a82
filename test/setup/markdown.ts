import { readFile } from 'node:fs/promises'

/** The text between a heading and the next one. */
export async function sectionOf(path: string, heading: string): Promise<string> {
  const [, after = ''] = (await readFile(path, 'utf8')).split(`\n## ${heading}\n`)
  return after.split('\n## ')[0] as string
}

/** The blocks of code in one language. */
export function blocksOf(markdown: string, language: string): string[] {
  return [...markdown.matchAll(/```(\w*)\n([\s\S]*?)```/g)].flatMap(([, name, text = '']) =>
    name === language ? [text] : [],
  )
}
