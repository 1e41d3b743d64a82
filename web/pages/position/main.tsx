import { mount } from '../../mount.tsx'
import { PositionPage } from './PositionPage.tsx'

mount(<PositionPage />)
