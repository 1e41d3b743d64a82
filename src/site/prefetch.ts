import { type Read, urlOf } from '#launchpad/wire/urls.ts'
import type { Site } from './Site.ts'

/** Answers by URL, for the page's script to start with. The script repeats a read that failed here and reports it. */
export async function prefetch(site: Site, reads: readonly Read[]): Promise<Record<string, unknown>> {
  const answers = await Promise.allSettled(
    reads.map(({ operation, query, named }) => site.read(operation, { ...query, ...named })),
  )
  return Object.fromEntries(
    reads.flatMap((read, index) => {
      const answer = answers[index]
      return answer?.status === 'fulfilled' ? [[urlOf(read), answer.value]] : []
    }),
  )
}
