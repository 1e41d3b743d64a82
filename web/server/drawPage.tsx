import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { provide, type SiteData } from '../api/siteData.ts'
import { App } from '../components/App.tsx'
import { CreatorPage } from '../pages/creator/CreatorPage.tsx'
import { LaunchPage } from '../pages/launch/LaunchPage.tsx'
import { LaunchForm } from '../pages/launchForm/LaunchForm.tsx'
import { TokenPage } from '../pages/token/TokenPage.tsx'

const PAGES: Record<string, ComponentType> = {
  launch: LaunchPage,
  launchForm: LaunchForm,
  token: TokenPage,
  creator: CreatorPage,
}

/** The markup of a page as its script would draw it first, so that its content is seen before the script has come. */
export function drawPage(entry: string, data: SiteData, url: string): string {
  const Page = PAGES[entry]
  if (!Page) throw new Error(`The server draws no page ${entry}.`)
  provide(data, url)
  return renderToString(
    <App>
      <Page />
    </App>,
  )
}
