import { DollarPage } from '../../dollars/DollarPage.tsx'
import { mount } from '../../mount.tsx'
import { PoolsPage } from './PoolsPage.tsx'

mount(
  <DollarPage>
    <PoolsPage />
  </DollarPage>,
)
