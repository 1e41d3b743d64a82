import type { Locator, Page } from 'playwright-core'
import { type PositionForm, positionUrl } from '#site/positionUrl.ts'
import { open } from './openSite.ts'

/** Opens the builder with a form, its wallet connected and signed in, and waits until there is something to review. */
export async function openBuilder(page: Page, form: PositionForm): Promise<void> {
  await open(page, positionUrl(form))
  await signInToBuild(page)
}

export async function signInToBuild(page: Page): Promise<void> {
  const signIn = page.getByRole('button', { name: 'Sign in with your wallet' })
  const review = page.getByRole('button', { name: 'Review position' })
  await signIn.or(review).first().waitFor()
  if (await signIn.isVisible()) await signIn.click()
  await page.getByText('simulated').first().waitFor()
}

/** Opens the review and takes every step before the last one; gives the words of those steps. */
export function takeSteps(page: Page): Promise<string[]> {
  return takeUntil(page, /^Open wallet to sign$/)
}

/** Opens the review and sends every approval. */
export function takeApprovals(page: Page): Promise<string[]> {
  return takeUntil(page, /^(?!Approve)/)
}

const ACCEPT = 'Accept the new figures'

async function takeUntil(page: Page, end: RegExp): Promise<string[]> {
  await page.getByRole('button', { name: 'Review position' }).click()
  const sheet = page.getByRole('dialog', { name: 'Review what you will sign' })
  const next = sheet.locator('.footer .button.primary:not([aria-busy]):not([disabled])')
  const taken: string[] = []
  for (;;) {
    const label = (await next.textContent()) ?? ''
    if (end.test(label) && label !== ACCEPT) return taken
    if (!(await clicked(sheet, label)) || label === ACCEPT) continue
    if (await isTaken(sheet, taken.length + 1)) taken.push(label)
  }
}

/** A refresh may replace the button by another before it is clicked. */
function clicked(sheet: Locator, name: string): Promise<boolean> {
  const button = sheet.getByRole('button', { name, exact: true })
  return button.click({ timeout: 5_000 }).then(
    () => true,
    () => false,
  )
}

/** Waits for the done mark of a step; false if new figures must be accepted first. A message under the steps is a failure. */
async function isTaken(sheet: Locator, count: number): Promise<boolean> {
  const done = sheet.locator('.steps li.done').nth(count - 1)
  const failure = sheet.locator('.footer .callout.note')
  const accept = sheet.getByRole('button', { name: ACCEPT, exact: true })
  await done.or(failure).or(accept).first().waitFor()
  if (await done.isVisible()) return true
  if (await accept.isVisible()) return false
  const shown = await sheet.page().locator('body').innerText()
  throw new Error(`The step was not taken. The page shows: ${shown.replaceAll(/\s+/g, ' ')}`)
}

/** Signs the last step and waits until the position is on the chain. */
export async function createPosition(page: Page): Promise<void> {
  const created = page.getByRole('dialog', { name: 'Your position is created' })
  await pressUntil(page, 'Open wallet to sign', created)
  await page.getByRole('button', { name: 'Create another' }).click()
}

/** Presses a button until something is shown. Figures may change on the way; then they are accepted first. */
export async function pressUntil(page: Page, name: string, shown: Locator): Promise<void> {
  const buttons = [name, ACCEPT].map((words) => page.getByRole('button', { name: words, exact: true }))
  const next = buttons.reduce((all, button) => all.or(button)).first()
  for (;;) {
    await shown.or(next).first().waitFor()
    if (await shown.first().isVisible()) return
    await next.click({ timeout: 5_000 }).catch(() => {})
  }
}
