import { DollarPage } from '../../dollars/DollarPage.tsx'
import { mount } from '../../mount.tsx'
import { PositionsPage } from './PositionsPage.tsx'

mount(
  <DollarPage>
    <PositionsPage />
  </DollarPage>,
)
