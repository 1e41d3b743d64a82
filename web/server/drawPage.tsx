import type { ComponentType, ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { config, missingAnswers, provide, type SiteData } from '../api/siteData.ts'
import { App } from '../components/App.tsx'
import { DollarPage } from '../dollars/DollarPage.tsx'
import { ArenaPage } from '../pages/arena/ArenaPage.tsx'
import { CreatorPage } from '../pages/creator/CreatorPage.tsx'
import { LaunchPage } from '../pages/launch/LaunchPage.tsx'
import { LaunchForm } from '../pages/launchForm/LaunchForm.tsx'
import { PoolsPage } from '../pages/pools/PoolsPage.tsx'
import { PortfolioPage } from '../pages/portfolio/PortfolioPage.tsx'
import { PositionPage } from '../pages/position/PositionPage.tsx'
import { PositionsPage } from '../pages/positions/PositionsPage.tsx'
import { TokenPage } from '../pages/token/TokenPage.tsx'
import { chainById, pageChain } from '../wallet/chains.ts'

const PAGES: Record<string, ComponentType> = {
  arena: ArenaPage,
  launch: LaunchPage,
  launchForm: LaunchForm,
  token: TokenPage,
  creator: CreatorPage,
  portfolio: PortfolioPage,
  pools: () => inDollars(<PoolsPage />),
  positions: () => inDollars(<PositionsPage />),
  position: () => inDollars(<PositionPage />),
}

/** The markup of a page as its script would draw it first, and the answers that it lacked for that. */
export function drawPage(entry: string, data: SiteData, url: string): { markup: string; missing: string[] } {
  const Page = PAGES[entry]
  if (!Page) throw new Error(`The server draws no page ${entry}.`)
  provide(data, url)
  pageChain.set(() => chainById(config.chainId))
  const markup = renderToString(
    <App>
      <Page />
    </App>,
  )
  return { markup, missing: missingAnswers() }
}

function inDollars(page: ReactNode) {
  return <DollarPage>{page}</DollarPage>
}
