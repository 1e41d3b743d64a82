export type Section = { title: string; text: string; link: string }

/** The sections of a markdown or plain-text document, cut at its headings. */
export function fromMarkdown(markdown: string, link: string): Section[] {
  const sections: Section[] = []
  let title = ''
  let lines: string[] = []
  const close = () => {
    const text = lines.join('\n').trim()
    if (text) sections.push({ title, text, link: title ? `${link}#${slug(title)}` : link })
    lines = []
  }
  for (const line of withoutFrontMatter(markdown).split('\n')) {
    const heading = /^#{1,4} +(.+)$/.exec(line)?.[1]
    if (heading) close()
    if (heading) title = heading
    else lines.push(line)
  }
  close()
  return sections
}

type Described = { summary?: string; description?: string; operationId?: string; parameters?: { name: string }[] }
type OpenApi = { paths: Record<string, Record<string, Described>> }

/** One section for each operation of an OpenAPI document. */
export function fromOpenApi({ paths }: OpenApi, link: string): Section[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary = '', description = '', operationId = '', parameters = [] }]) => {
      const takes = parameters.length > 0 ? `Takes ${parameters.map(({ name }) => name).join(', ')}.` : ''
      const text = [summary, description, takes].filter(Boolean).join(' ')
      return { title: `${method.toUpperCase()} ${path}`, text, link: `${link}#/paths/${operationId}` }
    }),
  )
}

function withoutFrontMatter(markdown: string): string {
  return markdown.replace(/^---\n.*?\n---\n/s, '')
}

function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
