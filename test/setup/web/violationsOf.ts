import axe from 'axe-core'
import type { Page } from 'playwright-core'

type Violation = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }

/** Violations that axe rates serious or critical; evaluated in the page's own world, which the policy does not stop. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const found = (await page.evaluate(
    "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)",
  )) as Violation[]
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    )
}

/** The problems of a page at this size: violations and horizontal overflow. */
export async function problemsOf(page: Page): Promise<string[]> {
  const excess = (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number
  return [...(await violationsOf(page)), ...(excess > 0 ? [`${excess} px wider than the window`] : [])]
}
