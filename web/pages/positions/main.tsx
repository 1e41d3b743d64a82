import { mount } from '../../mount.tsx'
import { PositionsPage } from './PositionsPage.tsx'

mount(<PositionsPage />)
