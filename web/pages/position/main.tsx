import { DollarPage } from '../../dollars/DollarPage.tsx'
import { mount } from '../../mount.tsx'
import { PositionPage } from './PositionPage.tsx'

mount(
  <DollarPage>
    <PositionPage />
  </DollarPage>,
)
