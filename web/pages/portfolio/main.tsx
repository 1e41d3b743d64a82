import { mount } from '../../mount.tsx'
import { PortfolioPage } from './PortfolioPage.tsx'

mount(<PortfolioPage />)
